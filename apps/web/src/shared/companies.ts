import type { Company, listCompanies } from '@foja/contracts/companies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/call.ts'
import { queryKeys } from '../lib/api/query-keys.ts'

/** Every company that the user may see, by name: all for an admin, the own one for others. */
export const companiesQuery = queryOptions({
  queryKey: queryKeys.companies(),
  queryFn: async ({ signal }): Promise<Company[]> => {
    const reply = await call<typeof listCompanies>('GET', '/api/v1/list_companies/', { signal })
    return Array.isArray(reply) ? reply : reply.results
  },
  staleTime: 60_000,
})
