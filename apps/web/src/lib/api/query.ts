import { QueryClient } from '@tanstack/react-query'

/** No automatic retries: a failure is either for the user to correct (400) or has already redirected to /refresh. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
