import type * as companiesApi from '@foja/contracts/companies'
import type { companyOrderings, CompanyPage, listCompanies } from '@foja/contracts/companies'
import { queryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { queryKeys, invalidate } from '../../../lib/api/query-keys.ts'
import { toQuery } from '../../../lib/router/address-values.ts'
import type { ListedUser, listUsers } from '@foja/contracts/users'

export type NewCompany = CallOptions<typeof companiesApi.createCompany>['body']

export const createCompany = (body: NewCompany) =>
  call<typeof companiesApi.createCompany>('POST', '/api/v1/create_company/', { body })

export type CompanyOrdering = (typeof companyOrderings)[number]

export type CompanyFilters = {
  q?: string | undefined
  activa?: '1' | '0' | undefined
  pais?: string | undefined
  ordering?: CompanyOrdering | undefined
  size?: number | undefined
}

export const companyPageQuery = (page: number, { size, ...filters }: CompanyFilters) =>
  queryOptions({
    queryKey: queryKeys.companyPage(page, size, filters),
    // With `pagination` the reply is a page.
    queryFn: ({ signal }) => {
      const query = toQuery({ pagination: '', page, page_size: size, ...filters })
      return call<typeof listCompanies>('GET', '/api/v1/list_companies/', { query, signal }) as Promise<CompanyPage>
    },
    placeholderData: keepPreviousData,
  })

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

/** Refetches every query that shows companies. */
export const refreshCompanies = (queries: QueryClient) =>
  invalidate(queries, queryKeys.companies(), queryKeys.companyPage(), queryKeys.users(), queryKeys.me())

/** Deletes an unused company and deactivates a used one; the response says which. */
export const removeCompany = (id: string) =>
  call<typeof companiesApi.removeCompany>('DELETE', '/api/v1/remove_company/{id}/', { params: { id } })

export type CompanyChange = CallOptions<typeof companiesApi.updateCompany>['body']

export const updateCompany = (id: string, body: CompanyChange) =>
  call<typeof companiesApi.updateCompany>('PUT', '/api/v1/update_companies/{id}/', { params: { id }, body })
