import type { updateUser as endpoint } from '@foja/contracts/users'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type UserChange = CallOptions<typeof endpoint>['body']

export const updateUser = (id: string, body: UserChange) =>
  call<typeof endpoint>('PUT', '/api/v1/update_user/{id}/', { params: { id }, body })
