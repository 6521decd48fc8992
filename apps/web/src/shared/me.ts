import type { detailsUsers } from '@foja/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/call.ts'

/** The profile of whoever is signed in: the shell, the start page and /perfil all show it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call<typeof detailsUsers>('GET', '/api/v1/details_users/', { signal }),
  staleTime: 5 * 60_000,
})
