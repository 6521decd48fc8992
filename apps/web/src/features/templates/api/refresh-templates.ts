import type { QueryClient } from '@tanstack/react-query'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'

/** Refetches every query that shows templates. */
export const refreshTemplates = (queries: QueryClient) =>
  invalidate(queries, queryKeys.templates(), queryKeys.template())
