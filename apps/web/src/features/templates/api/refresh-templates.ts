import type { QueryClient } from '@tanstack/react-query'

/** Refetches every query that shows templates. */
export const refreshTemplates = (queries: QueryClient) =>
  Promise.all(['templates', 'template'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
