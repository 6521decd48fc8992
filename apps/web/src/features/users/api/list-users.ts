import type { listUsers, ListedUser, UserPage, UserStatus } from '@foja/contracts/users'
import type { Role } from '@foja/contracts/roles'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { toQuery } from '../../../lib/router/address-values.ts'
import { call } from '../../../lib/api/call.ts'
import type { UserOrdering } from '../user-words.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type UserFilters = {
  q?: string | undefined
  role?: Role | undefined
  status?: UserStatus | undefined
  id_company?: string | undefined
  totp?: 'si' | 'no' | undefined
  ordering?: UserOrdering | undefined
  size?: number | undefined
}

const envelope = (reply: UserPage | ListedUser[]): UserPage =>
  Array.isArray(reply)
    ? { count: reply.length, page: 1, page_size: reply.length, next: null, previous: null, results: reply }
    : reply

/** One page of the users that the caller may see. */
export const usersQuery = (page: number, { size, ...filters }: UserFilters) =>
  queryOptions({
    queryKey: queryKeys.users(page, size, filters),
    queryFn: async ({ signal }) => {
      const query = toQuery({ pagination: '', page, page_size: size, ...filters })
      return envelope(await call<typeof listUsers>('GET', '/api/v1/list_users/', { query, signal }))
    },
    placeholderData: keepPreviousData,
  })
