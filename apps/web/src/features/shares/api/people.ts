import type { updateUserShared, userShared } from '@foja/contracts/shares'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The users of the company with whom a document is shared. */
export const sharedWithQuery = (idDocumento: string) =>
  queryOptions({
    queryKey: queryKeys.sharedWith(idDocumento),
    queryFn: ({ signal }) =>
      call<typeof userShared>('GET', '/api/v1/user_shared/{id}/', { params: { id: idDocumento }, signal }),
  })

export const saveSharedWith = (idDocumento: string, users: string[]) =>
  call<typeof updateUserShared>('POST', '/api/v1/user_shared/update/{id}/', {
    params: { id: idDocumento },
    body: { users },
  })
