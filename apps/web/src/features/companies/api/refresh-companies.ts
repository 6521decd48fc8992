import type { QueryClient } from '@tanstack/react-query'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

/** Refetches every query that shows companies. */
export const refreshCompanies = (queries: QueryClient) =>
  invalidate(queries, queryKeys.companies(), queryKeys.companyPage(), queryKeys.users(), queryKeys.me())
