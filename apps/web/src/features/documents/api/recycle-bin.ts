import type { deleteDocument, listDeleted, restoreDocument as restoreEndpoint } from '@foja/contracts/documents'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

/** Deleted documents that can be restored, newest first. */
export const deletedQuery = queryOptions({
  queryKey: queryKeys.deleted(),
  queryFn: ({ signal }) => call<typeof listDeleted>('GET', '/api/v1/list_deleted/', { signal }),
})

export const removeDocument = (id: string) =>
  call<typeof deleteDocument>('DELETE', '/api/v1/delete_document/', { body: { id_documento: id } })

export const restoreDocument = (id: string) =>
  call<typeof restoreEndpoint>('POST', '/api/v1/restore_document/', { body: { id_documento: id } })

/** Refetches every list of documents after a deletion or a restore. */
export const refreshBin = (queries: QueryClient) =>
  invalidate(queries, queryKeys.deleted(), queryKeys.solicitud(), queryKeys.solicitudes(), queryKeys.summary())
