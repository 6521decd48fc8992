import { QueryClient } from '@tanstack/react-query'

/**
 * Calls are repeated by the person, not by the client: whatever failed is either theirs to put right (400) or has
 * already sent them to /refresh.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
