import { flagOf, oneOf, uuidOf, wholeOf, wordsOf } from '../../lib/address-values.ts'
import type { CompanyFilters, CompanyOrdering } from './api/list-companies.ts'

/** Written again rather than imported: the schemas that stand beside them weigh as much as the page. */
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
  /** The one whose page is shown in place of the list. */
  empresa?: string | undefined
  /** The dialog of a new one is open. */
  nueva?: '1' | undefined
  /** The one that is being changed. */
  editar?: string | undefined
}

/** What the page understands of an address that anybody may have written. */
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

/** What undoes every filter, and leaves order and page size. */
export const withoutFilters: CompanyFilters = { q: undefined, activa: undefined, pais: undefined }

export const isFiltered = ({ q, activa, pais }: CompanyFilters): boolean =>
  [q, activa, pais].some((one) => one !== undefined)
