import type { QueryClient } from '@tanstack/react-query'

/** After a template changed: whatever shows templates reads itself again. */
export const refreshTemplates = (queries: QueryClient) =>
  Promise.all(['templates', 'template'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
