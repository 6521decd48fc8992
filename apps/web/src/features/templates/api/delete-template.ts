import type { deleteTemplate as endpoint } from '@foja/contracts/templates'
import { call } from '../../../lib/api/call.ts'

/** Deletes an unused template and archives a used one; the response says which. */
export const deleteTemplate = (id: string) =>
  call<typeof endpoint>('DELETE', '/api/v1/delete_template/{id}/', { params: { id } })
