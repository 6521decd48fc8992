import type { changePasswordView as endpoint } from '@foja/contracts/users'
import { call } from '../../../lib/api/call.ts'

/** `own` is the password of the caller. */
export const changePasswordView = (id: string, password: string, own: string) =>
  call<typeof endpoint>('PUT', '/api/v1/change_password_view/{id}/', {
    params: { id },
    body: { password, current_password: own },
  })
