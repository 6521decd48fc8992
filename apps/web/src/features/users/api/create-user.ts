import type { createUser as endpoint } from '@foja/contracts/users'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type NewUser = CallOptions<typeof endpoint>['body']

export const createUser = (body: NewUser) => call<typeof endpoint>('POST', '/api/v1/create_user/', { body })
