import type { deleteDocument, listDeleted, restoreDocument } from '@foja/contracts/documents'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** What was deleted and can be restored, newest first. */
export const deletedQuery = queryOptions({
  queryKey: ['deleted'],
  queryFn: ({ signal }) => call<typeof listDeleted>('GET', '/api/v1/list_deleted/', { signal }),
})

export const removeDocument = (id: string) =>
  call<typeof deleteDocument>('DELETE', '/api/v1/delete_document/', { body: { id_documento: id } })

export const bringBack = (id: string) =>
  call<typeof restoreDocument>('POST', '/api/v1/restore_document/', { body: { id_documento: id } })

/** After a document went to the bin or came back: what lists documents reads itself again. */
export const refreshBin = (queries: QueryClient) =>
  Promise.all(
    ['deleted', 'solicitud', 'solicitudes', 'summary'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  )
