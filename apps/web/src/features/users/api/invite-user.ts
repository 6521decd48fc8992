import type { inviteUser as endpoint } from '@foja/contracts/users'
import { call } from '../../../lib/api/call.ts'

/** Sends a new invitation; earlier ones become invalid. */
export const inviteUser = (id: string) =>
  call<typeof endpoint>('POST', '/api/v1/invite_user/{id}/', { params: { id }, body: {} })
