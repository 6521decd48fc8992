import type { listSolicitudMain, SolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import type { Ordering } from '@foja/contracts/constants'
import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

const defaultExtra = '&pagination'

/**
 * The call of the specification: a page number and an extra query string, `&pagination` by default. With `&pagination`
 * the response is an envelope with the count, otherwise the plain list of that page.
 */
export function fetchSolicitudMain(page: number, extra: string = defaultExtra, signal?: AbortSignal) {
  const query = `?page=${page}${extra}`
  // Dates in filters are days in the user's time zone.
  const base = { query, headers: inMyZone() }
  const options = signal === undefined ? base : { ...base, signal }
  return call<typeof listSolicitudMain>('GET', '/api/v1/get_list_solicitud_main_type2/', options)
}

export type ListFilters = {
  q?: string | undefined
  status?: SolicitudStatus | undefined
  desde?: string | undefined
  hasta?: string | undefined
  mediacion?: MediationStatus | undefined
  asignado_a?: string | undefined
  id_company?: string | undefined
  vencidas?: '1' | undefined
  sin_fecha?: '1' | undefined
  sin_asignar?: '1' | undefined
  ordering?: Ordering | undefined
  size?: number | undefined
}

/** Filters and order as query parameters. */
export function queryOf({ size: _size, ...filters }: ListFilters): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined && value !== '') query.set(name, value)
  return query
}

/** The extra query string for the filters. */
function extraOf({ size, ...filters }: ListFilters): string {
  const query = queryOf(filters)
  if (size !== undefined) query.set('page_size', String(size))
  const rest = query.toString()
  return rest === '' ? defaultExtra : `${defaultExtra}&${rest}`
}

const envelope = (reply: SolicitudMainPage | SolicitudMain[]): SolicitudMainPage =>
  Array.isArray(reply)
    ? {
        count: reply.length,
        count_exact: true,
        page: 1,
        page_size: reply.length,
        next: null,
        previous: null,
        results: reply,
      }
    : reply

export const solicitudesQuery = (page: number, filters: ListFilters = {}) =>
  queryOptions({
    queryKey: queryKeys.solicitudes(page, filters),
    queryFn: async ({ signal }) => envelope(await fetchSolicitudMain(page, extraOf(filters), signal)),
    placeholderData: keepPreviousData,
  })
