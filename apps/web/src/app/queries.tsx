import { QueryClientProvider } from '@tanstack/react-query'
import { useSyncExternalStore, type FunctionComponent } from 'react'
import { getTurn, onNewOwner } from '../lib/session/owner.ts'
import { createQueryClient } from '../lib/api/query.ts'

/** What is known of the server, for as long as the page lives. In a chunk of its own: signing in does not need it. */
const queryClient = createQueryClient()
onNewOwner(() => queryClient.clear())

/** A page with the query cache round it. When another person signs in, both begin anew. */
export function withQueries(Page: FunctionComponent): FunctionComponent {
  return function PageWithQueries() {
    const turn = useSyncExternalStore(onNewOwner, getTurn)
    return (
      <QueryClientProvider client={queryClient}>
        <Page key={turn} />
      </QueryClientProvider>
    )
  }
}
