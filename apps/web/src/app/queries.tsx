import { QueryClientProvider } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import { createQueryClient } from '../lib/query.ts'

/** What is known of the server, for as long as the page lives. In a chunk of its own: signing in does not need it. */
const queryClient = createQueryClient()

/** A page with the query cache round it. */
export function withQueries(Page: FunctionComponent): FunctionComponent {
  return function PageWithQueries() {
    return (
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    )
  }
}
