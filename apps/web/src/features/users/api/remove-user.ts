import type { removeUser as endpoint } from '@foja/contracts/users'
import { toQuery } from '../../../lib/router/address-values.ts'
import { call } from '../../../lib/api/call.ts'

/** `successor` takes over the open requests. */
export const removeUser = (id: string, successor: string | undefined) =>
  call<typeof endpoint>('DELETE', '/api/v1/remove_user/{id}/', {
    params: { id },
    query: toQuery({ entregar_a: successor }),
  })
