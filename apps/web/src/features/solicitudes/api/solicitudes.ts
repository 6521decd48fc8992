import type * as caseworkApi from '@foja/contracts/casework'
import type * as documentsApi from '@foja/contracts/documents'
import { call, type CallOptions, type ReplyOf } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { localToday } from '../../../lib/format/local-moment.ts'
import type { detailsSolicitud, listSolicitudMain, SolicitudMainPage } from '@foja/contracts/solicitudes'
import { queryOptions, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { saveBlob } from '../../../lib/files/download.ts'
import type { history } from '@foja/contracts/events'
import type { Ordering } from '@foja/contracts/constants'
import type { MediationStatus, SolicitudStatus } from '@foja/contracts/states'
import type { solicitudCalendar } from '@foja/contracts/casework'
import { getQuery } from '../../../lib/api/get-query.ts'

export type BulkBody = CallOptions<typeof caseworkApi.bulkSolicitudes>['body']
export type BulkResult = ReplyOf<typeof caseworkApi.bulkSolicitudes>['results'][number]

/** Applies one action to at most 100 requests and returns an outcome for each. */
export const bulkSolicitudes = (body: BulkBody) =>
  call<typeof caseworkApi.bulkSolicitudes>('POST', '/api/v1/bulk_solicitudes/', { body, headers: inMyZone() })

export const deleteDocument = (id_documento: string) =>
  call<typeof documentsApi.deleteDocument>('DELETE', '/api/v1/delete_document/', { body: { id_documento } })

export const restoreDocument = (id_documento: string) =>
  call<typeof documentsApi.restoreDocument>('POST', '/api/v1/restore_document/', { body: { id_documento } })

export const solicitudQuery = (id: string) =>
  getQuery<typeof detailsSolicitud>(queryKeys.solicitud(id), '/api/v1/details_solicitud/{id}/', { params: { id } })

/** Maximum number of requests in a ZIP. */
export const mostInZip = 100

/** Downloads the documents of the requests, one folder per request. */
export async function downloadZip(ids: readonly string[]): Promise<void> {
  const body = { ids_solicitud: [...ids] }
  const blob = await call<typeof documentsApi.downloadZip>('POST', '/api/v1/download_zip/', { body, as: 'blob' })
  saveBlob(blob, `solicitudes-${localToday()}.zip`)
}

/** Downloads all requests that match the filters, not only one page. */
export async function exportSolicitudes(filters: ListFilters): Promise<void> {
  const query = queryOf(filters).toString()
  const blob = await call<typeof caseworkApi.exportSolicitudes>('GET', '/api/v1/export_solicitudes/', {
    query: query === '' ? '' : `?${query}`,
    headers: inMyZone(),
    as: 'blob',
  })
  saveBlob(blob, `solicitudes-${localToday()}.csv`)
}

/**
 * The complete history of a request, newest first, by pages. Its key begins with `solicitud`, so it is invalidated
 * together with the request.
 */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.solicitud(id, 'history'),
    queryFn: ({ signal, pageParam }) =>
      call<typeof history>('GET', '/api/v1/history/{id}/', {
        params: { id },
        query: pageParam === null ? '' : `?before=${pageParam}`,
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  })

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

export const solicitudesQuery = (page: number, filters: ListFilters = {}) =>
  queryOptions({
    queryKey: queryKeys.solicitudes(page, filters),
    queryFn: ({ signal }) => fetchSolicitudMain(page, extraOf(filters), signal) as Promise<SolicitudMainPage>,
    placeholderData: keepPreviousData,
  })

export const returnPendiente = (body: CallOptions<typeof caseworkApi.returnPendiente>['body']) =>
  call<typeof caseworkApi.returnPendiente>('POST', '/api/v1/return_pendient/', { body })

/** Moves a case file to the recycle bin. */
export const deleteSolicitud = (body: CallOptions<typeof caseworkApi.deleteSolicitud>['body']) =>
  call<typeof caseworkApi.deleteSolicitud>('DELETE', '/api/v1/delete_solicitud/', { body })

export const restoreSolicitud = (id_solicitud_main: string) =>
  call<typeof caseworkApi.restoreSolicitud>('POST', '/api/v1/restore_solicitud/', { body: { id_solicitud_main } })

export const sendSolicitud = (body: CallOptions<typeof caseworkApi.sendSolicitud>['body']) =>
  call<typeof caseworkApi.sendSolicitud>('POST', '/api/v1/send_solicitud/', { body, headers: inMyZone() })

/** Downloads the appointment of a request as a calendar file. */
export async function downloadCalendar(id: string): Promise<void> {
  saveBlob(
    await call<typeof solicitudCalendar>('GET', '/api/v1/solicitud_ics/{id}/', { params: { id }, as: 'blob' }),
    `cita-${id}.ics`,
  )
}

export type SolicitudChange = CallOptions<typeof caseworkApi.updateSolicitud>['body']

/** Updates a request read at `version`; `stale_version` returns its current state. */
export const updateSolicitud = (body: SolicitudChange) =>
  call<typeof caseworkApi.updateSolicitud>('POST', '/api/v1/update_solicitud_type/', { body, headers: inMyZone() })
