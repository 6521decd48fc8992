import type { updateProfile } from '@foja/contracts/account'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type ProfileChanges = CallOptions<typeof updateProfile>['body']

export const sendProfile = (body: ProfileChanges) =>
  call<typeof updateProfile>('PUT', '/api/v1/update_profile/', { body })
