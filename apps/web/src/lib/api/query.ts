import { QueryClient } from '@tanstack/react-query'

/** No automatic retries: a failure is either for the user to correct (400) or has already redirected to /refresh. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection a query fails at once instead of waiting, so that the page can say so.
      queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
