import type { QueryClient } from '@tanstack/react-query'

/** After a company came, changed or went: whatever shows companies reads itself again. */
export const refreshCompanies = (queries: QueryClient) =>
  Promise.all(['companies', 'company-page', 'users', 'me'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
