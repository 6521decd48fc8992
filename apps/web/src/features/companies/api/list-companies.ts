import type { Company, companyOrderings, CompanyPage, listCompanies } from '@foja/contracts/companies'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { toQuery } from '../../../lib/router/address-values.ts'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type CompanyOrdering = (typeof companyOrderings)[number]

export type CompanyFilters = {
  q?: string | undefined
  activa?: '1' | '0' | undefined
  pais?: string | undefined
  ordering?: CompanyOrdering | undefined
  size?: number | undefined
}

const envelope = (reply: CompanyPage | Company[]): CompanyPage =>
  Array.isArray(reply)
    ? { count: reply.length, page: 1, page_size: reply.length, next: null, previous: null, results: reply }
    : reply

export const companyPageQuery = (page: number, { size, ...filters }: CompanyFilters) =>
  queryOptions({
    queryKey: queryKeys.companyPage(page, size, filters),
    queryFn: async ({ signal }) => {
      const query = toQuery({ pagination: '', page, page_size: size, ...filters })
      return envelope(await call<typeof listCompanies>('GET', '/api/v1/list_companies/', { query, signal }))
    },
    placeholderData: keepPreviousData,
  })
