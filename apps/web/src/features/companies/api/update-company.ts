import type { updateCompany as endpoint } from '@foja/contracts/companies'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type CompanyChange = CallOptions<typeof endpoint>['body']

export const updateCompany = (id: string, body: CompanyChange) =>
  call<typeof endpoint>('PUT', '/api/v1/update_companies/{id}/', { params: { id }, body })
