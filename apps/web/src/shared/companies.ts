import type { Company, listCompanies } from '@foja/contracts/companies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/call.ts'

/** Every company that the caller may see, by name: all of them for an administrator, the own one for the rest. */
export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }): Promise<Company[]> => {
    const reply = await call<typeof listCompanies>('GET', '/api/v1/list_companies/', { signal })
    return Array.isArray(reply) ? reply : reply.results
  },
  staleTime: 60_000,
})
