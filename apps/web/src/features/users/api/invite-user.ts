import type { inviteUser as endpoint } from '@foja/contracts/users'
import { call } from '../../../lib/api/call.ts'

/** Sends another invitation; the ones before are void from then on. */
export const inviteUser = (id: string) =>
  call<typeof endpoint>('POST', '/api/v1/invite_user/{id}/', { params: { id }, body: {} })
