import type { updateUserShared, userShared } from '@foja/contracts/shares'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

/** The users of the company with whom a document is shared. */
export const sharedWithQuery = (idDocumento: string) =>
  getQuery<typeof userShared>(queryKeys.sharedWith(idDocumento), '/api/v1/user_shared/{id}/', {
    params: { id: idDocumento },
  })

export const saveSharedWith = (idDocumento: string, users: string[]) =>
  call<typeof updateUserShared>('POST', '/api/v1/user_shared/update/{id}/', {
    params: { id: idDocumento },
    body: { users },
  })
