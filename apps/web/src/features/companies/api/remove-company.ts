import type { removeCompany as endpoint } from '@foja/contracts/companies'
import { call } from '../../../lib/call.ts'

/** One that anybody ever worked in is deactivated instead: the reply says which of the two it was. */
export const removeCompany = (id: string) =>
  call<typeof endpoint>('DELETE', '/api/v1/remove_company/{id}/', { params: { id } })
