import type { deleteDocument as deleting, restoreDocument as restoring } from '@foja/contracts/documents'
import { call } from '../../../lib/api/call.ts'

export const deleteDocument = (id_documento: string) =>
  call<typeof deleting>('DELETE', '/api/v1/delete_document/', { body: { id_documento } })

export const restoreDocument = (id_documento: string) =>
  call<typeof restoring>('POST', '/api/v1/restore_document/', { body: { id_documento } })
