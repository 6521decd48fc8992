import type { ListedUser, listUsers } from '@foja/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { toQuery } from '../../../lib/router/address-values.ts'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Active users of a company, including invited ones without a password yet. */
export const peopleOfQuery = (company: string) =>
  queryOptions({
    queryKey: queryKeys.users('of', company),
    queryFn: async ({ signal }): Promise<ListedUser[]> => {
      const query = toQuery({ id_company: company })
      const reply = await call<typeof listUsers>('GET', '/api/v1/list_users/', { query, signal })
      return (Array.isArray(reply) ? reply : reply.results).filter(({ status }) => status !== 'desactivado')
    },
  })
