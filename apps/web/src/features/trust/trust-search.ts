import { oneOf } from '../../lib/router/address-values.ts'

/** In the place of a country: the authorities that were added from files. */
export const addedPlace = 'archivos'

export type TrustSearch = {
  /** The country that is shown; absent: the company's. */
  pais?: string | undefined
  ver?: 'sellos' | undefined
}

/** What the page understands of an address that anybody may have written. */
export const readTrustSearch = (raw: Record<string, unknown>): TrustSearch => ({
  pais: typeof raw['pais'] === 'string' && /^(?:[A-Z]{2}|archivos)$/.test(raw['pais']) ? raw['pais'] : undefined,
  ver: oneOf(['sellos'] as const, raw['ver']),
})
