import { mediationStatuses, solicitudStatuses } from '@foja/contracts/states'
import { orderings } from '../../lib/orderings.ts'
import type { ListFilters } from './api/list-solicitud-main.ts'

export type ListSearch = ListFilters & { page?: number | undefined }

const oneOf = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value)
const matching = (shape: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && shape.test(value) ? value : undefined
const whole = (value: unknown, maximum: number): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= maximum ? number : undefined
}
const day = /^\d{4}-\d{2}-\d{2}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const flag = (value: unknown) => oneOf(['1'] as const, value)

/** What the list understands of an address that anybody may have written; the rest is as if it were not there. */
export const readListSearch = (raw: Record<string, unknown>): ListSearch => ({
  page: whole(raw['page'], 1_000_000),
  q: matching(/./, raw['q'])?.slice(0, 200),
  status: oneOf(solicitudStatuses, raw['status']),
  desde: matching(day, raw['desde']),
  hasta: matching(day, raw['hasta']),
  mediacion: oneOf(mediationStatuses, raw['mediacion']),
  asignado_a: matching(uuid, raw['asignado_a']),
  id_company: matching(uuid, raw['id_company']),
  vencidas: flag(raw['vencidas']),
  sin_fecha: flag(raw['sin_fecha']),
  sin_asignar: flag(raw['sin_asignar']),
  ordering: oneOf(orderings, raw['ordering']),
  size: whole(raw['size'], 100),
})

/** The filters that are set one by one besides the search and the status; each is shown as a chip. */
const chosen = ['mediacion', 'asignado_a', 'id_company', 'vencidas', 'sin_fecha', 'sin_asignar'] as const
export type ChipName = (typeof chosen)[number] | 'dates'

/** The chips of what is set, the two dates as one. */
export const chipsOf = (filters: ListFilters): ChipName[] => [
  ...(filters.desde === undefined && filters.hasta === undefined ? [] : (['dates'] as const)),
  ...chosen.filter((name) => filters[name] !== undefined),
]

/** What undoes a chip. */
export const without = (chip: ChipName): Partial<ListFilters> =>
  chip === 'dates' ? { desde: undefined, hasta: undefined } : { [chip]: undefined }

/** What undoes every filter, and leaves order and page size. */
export const withoutFilters: Partial<ListFilters> = Object.assign(
  { q: undefined, status: undefined },
  without('dates'),
  ...chosen.map(without),
)

/** As an address holds it: text, and nothing for what is not set. */
export const toAddress = (change: ListSearch): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )

const sizeKey = 'foja-page-size'

/** How many rows the person last wanted on a page. */
export function rememberedSize(): number {
  try {
    return whole(localStorage.getItem(sizeKey), 100) ?? 10
  } catch {
    return 10
  }
}

export function rememberSize(size: number): void {
  try {
    localStorage.setItem(sizeKey, String(size))
  } catch {
    // It then lasts as long as the address.
  }
}
