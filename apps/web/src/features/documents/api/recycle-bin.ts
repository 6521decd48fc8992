import type { listDeletedSolicitudes, restoreSolicitud } from '@foja/contracts/casework'
import type { deleteDocument, listDeleted, restoreDocument as restoreEndpoint } from '@foja/contracts/documents'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

/** Deleted documents that can be restored, newest first. */
export const deletedQuery = getQuery<typeof listDeleted>(queryKeys.deleted(), '/api/v1/list_deleted/')

/** Deleted case files that can be restored, newest first. */
export const deletedCasesQuery = getQuery<typeof listDeletedSolicitudes>(
  queryKeys.deletedCases(),
  '/api/v1/list_deleted_solicitudes/',
)

export const restoreCase = (id_solicitud_main: string) =>
  call<typeof restoreSolicitud>('POST', '/api/v1/restore_solicitud/', { body: { id_solicitud_main } })

export const removeDocument = (id: string) =>
  call<typeof deleteDocument>('DELETE', '/api/v1/delete_document/', { body: { id_documento: id } })

export const restoreDocument = (id: string) =>
  call<typeof restoreEndpoint>('POST', '/api/v1/restore_document/', { body: { id_documento: id } })

/** Refetches everything that shows documents or case files after a deletion or a restore. */
export const refreshBin = (queries: QueryClient) =>
  invalidate(
    queries,
    queryKeys.deleted(),
    queryKeys.deletedCases(),
    queryKeys.solicitud(),
    queryKeys.solicitudes(),
    queryKeys.metrics(),
    queryKeys.summary(),
    queryKeys.agenda(),
  )
