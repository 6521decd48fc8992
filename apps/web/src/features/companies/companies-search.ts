import { flagOf, oneOf, uuidOf, wholeOf, wordsOf } from '../../lib/router/address-values.ts'
import type { CompanyFilters, CompanyOrdering } from './api/companies.ts'

/** Copied from the contract: importing its schemas would add as much code as the page has. */
export const orderings = [
  'nombre',
  '-nombre',
  '-created_at',
  'created_at',
  '-usuarios',
  'usuarios',
] as const satisfies readonly CompanyOrdering[]

export type CompaniesSearch = CompanyFilters & {
  page?: number | undefined
  /** The company whose page replaces the list. */
  empresa?: string | undefined
  /** The dialog for a new company is open. */
  nueva?: '1' | undefined
  /** The company being edited. */
  editar?: string | undefined
}

/** Parses the search parameters of the page; invalid values are dropped. */
export const readCompaniesSearch = (raw: Record<string, unknown>): CompaniesSearch => ({
  page: wholeOf(raw['page'], 1_000_000),
  q: wordsOf(raw['q']),
  activa: oneOf(['1', '0'] as const, raw['activa']),
  pais: typeof raw['pais'] === 'string' && /^[A-Z]{2}$/.test(raw['pais']) ? raw['pais'] : undefined,
  ordering: oneOf(orderings, raw['ordering']),
  size: wholeOf(raw['size'], 100),
  empresa: uuidOf(raw['empresa']),
  nueva: flagOf(raw['nueva']),
  editar: uuidOf(raw['editar']),
})

/** Clears every filter, and keeps order and page size. */
export const withoutFilters: CompanyFilters = { q: undefined, activa: undefined, pais: undefined }

export const isFiltered = ({ q, activa, pais }: CompanyFilters): boolean =>
  [q, activa, pais].some((one) => one !== undefined)
