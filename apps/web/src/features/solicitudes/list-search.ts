import { mediationStatuses, solicitudStatuses } from '@foja/contracts/states'
import { flagOf, oneOf, uuidOf, wholeOf, wordsOf } from '../../lib/router/address-values.ts'
import { orderings } from '@foja/contracts/constants'
import type { ListFilters } from './api/solicitudes.ts'

export type ListSearch = ListFilters & { page?: number | undefined }

const day = /^\d{4}-\d{2}-\d{2}$/
const matching = (shape: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && shape.test(value) ? value : undefined

/** Parses the search parameters of the list; invalid values are dropped. */
export const readListSearch = (raw: Record<string, unknown>): ListSearch => ({
  page: wholeOf(raw['page'], 1_000_000),
  q: wordsOf(raw['q']),
  status: oneOf(solicitudStatuses, raw['status']),
  desde: matching(day, raw['desde']),
  hasta: matching(day, raw['hasta']),
  mediacion: oneOf(mediationStatuses, raw['mediacion']),
  asignado_a: uuidOf(raw['asignado_a']),
  id_company: uuidOf(raw['id_company']),
  vencidas: flagOf(raw['vencidas']),
  sin_fecha: flagOf(raw['sin_fecha']),
  sin_asignar: flagOf(raw['sin_asignar']),
  ordering: oneOf(orderings, raw['ordering']),
  size: wholeOf(raw['size'], 100),
})

/** Filters besides search, status and dates; each is shown as a chip. */
const chosen = ['mediacion', 'asignado_a', 'id_company', 'vencidas', 'sin_fecha', 'sin_asignar'] as const
export type ChipName = (typeof chosen)[number] | 'dates'

/** The chips of the active filters; both dates are one chip. */
export const chipsOf = (filters: ListFilters): ChipName[] => [
  ...(filters.desde === undefined && filters.hasta === undefined ? [] : (['dates'] as const)),
  ...chosen.filter((name) => filters[name] !== undefined),
]

/** Clears the filter of a chip. */
export const without = (chip: ChipName): Partial<ListFilters> =>
  chip === 'dates' ? { desde: undefined, hasta: undefined } : { [chip]: undefined }

/** Clears every filter, and keeps order and page size. */
export const withoutFilters: Partial<ListFilters> = Object.assign(
  { q: undefined, status: undefined },
  without('dates'),
  ...chosen.map(without),
)
