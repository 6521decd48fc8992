import type { detailsUsers } from '@foja/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/call.ts'
import { queryKeys } from '../lib/api/query-keys.ts'

/** The profile of the signed-in user, used by the shell, the home page and /perfil. */
export const meQuery = queryOptions({
  queryKey: queryKeys.me(),
  queryFn: ({ signal }) => call<typeof detailsUsers>('GET', '/api/v1/details_users/', { signal }),
  staleTime: 5 * 60_000,
})
