import type { createCompany as endpoint } from '@foja/contracts/companies'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type NewCompany = CallOptions<typeof endpoint>['body']

export const createCompany = (body: NewCompany) => call<typeof endpoint>('POST', '/api/v1/create_company/', { body })
