import type { QueryClient } from '@tanstack/react-query'

/** Refetches every query that shows or counts users. */
export const refreshPeople = (queries: QueryClient) =>
  Promise.all(
    ['users', 'people', 'companies', 'company-page', 'solicitudes', 'me'].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  )
