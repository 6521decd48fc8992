import { QueryClientProvider } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type FunctionComponent } from 'react'
import { getTurn, onNewOwner } from '../lib/session/owner.ts'
import { HandledError } from '../lib/api/call.ts'
import { onReturn } from '../lib/router/detour.ts'
import { createQueryClient } from '../lib/api/query.ts'

/** The query cache of the page. In its own chunk, because signing in does not need it. */
const queryClient = createQueryClient()
onNewOwner(() => queryClient.clear())
// What failed before the detour over /refresh is loaded again.
onReturn(() => {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error instanceof HandledError })
})

/** A page that ignores the session, with a cache of its own: a user who signs in or out elsewhere changes nothing. */
export function withGuestQueries(Page: FunctionComponent): FunctionComponent {
  return function GuestPage() {
    const [client] = useState(createQueryClient)
    return (
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    )
  }
}

/** A page with the query cache. When another user signs in, both start empty. */
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
