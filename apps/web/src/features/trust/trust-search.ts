import { oneOf } from '../../lib/router/address-values.ts'

/** Value of `pais` for authorities added from files. */
export const addedPlace = 'archivos'

export type TrustSearch = {
  /** The selected country; by default the company's. */
  pais?: string | undefined
  ver?: 'sellos' | undefined
}

/** Parses the search parameters of the page; invalid values are dropped. */
export const readTrustSearch = (raw: Record<string, unknown>): TrustSearch => ({
  pais: typeof raw['pais'] === 'string' && /^(?:[A-Z]{2}|archivos)$/.test(raw['pais']) ? raw['pais'] : undefined,
  ver: oneOf(['sellos'] as const, raw['ver']),
})
