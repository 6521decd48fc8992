import type { QueryClient } from '@tanstack/react-query'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

/** Refetches every query that shows or counts users. */
export const refreshPeople = (queries: QueryClient) =>
  invalidate(
    queries,
    queryKeys.users(),
    queryKeys.people(),
    queryKeys.companies(),
    queryKeys.companyPage(),
    queryKeys.solicitudes(),
    queryKeys.me(),
  )
