import type { deleteTemplate as endpoint } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'

/** One that was used is archived: the reply says which of the two it was. */
export const deleteTemplate = (id: string) =>
  call<typeof endpoint>('DELETE', '/api/v1/delete_template/{id}/', { params: { id } })
