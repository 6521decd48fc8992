import type { removeCompany as endpoint } from '@foja/contracts/companies'
import { call } from '../../../lib/api/call.ts'

/** Deletes an unused company and deactivates a used one; the response says which. */
export const removeCompany = (id: string) =>
  call<typeof endpoint>('DELETE', '/api/v1/remove_company/{id}/', { params: { id } })
