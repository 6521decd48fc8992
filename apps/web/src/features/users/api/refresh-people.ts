import type { QueryClient } from '@tanstack/react-query'

/** After somebody came, changed or left: whatever shows people or counts them reads itself again. */
export const refreshPeople = (queries: QueryClient) =>
  Promise.all(
    ['users', 'people', 'companies', 'company-page', 'solicitudes', 'me'].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  )
