import type { QueryClient } from '@tanstack/react-query'

/** Refetches every query that shows companies. */
export const refreshCompanies = (queries: QueryClient) =>
  Promise.all(['companies', 'company-page', 'users', 'me'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
