import type { LiveMessage, Notification } from '@foja/contracts/notifications'
import { useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isUrgent, unreadQuery } from '../../features/notifications/api/unread.ts'
import { subscribeLive } from '../../lib/api/live.ts'
import { invalidate, queryKeys } from '../../lib/api/query-keys.ts'
import { getOwner } from '../../lib/session/owner.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const UrgentToasts = lazyPart(async () => (await import('./urgent-toasts.tsx')).UrgentToasts, 'quiet')

/** Queries that any change may affect, besides the changed document. */
const general = [
  queryKeys.solicitud(),
  queryKeys.solicitudes(),
  queryKeys.summary(),
  queryKeys.metrics(),
  queryKeys.agenda(),
  queryKeys.signingRequests(),
]
/** Delay in ms that combines several changes into one refetch. */
const together = 250

const keysOf = (message: LiveMessage): QueryKey[] => {
  if (message.type === 'notification') return [queryKeys.notifications()]
  if (message.type === 'hello')
    return [...general, queryKeys.notifications(), queryKeys.document(), queryKeys.emails(), queryKeys.mailState()]
  const { id_documento } = message
  return [
    ...general,
    ...(id_documento === null ? [] : [queryKeys.document(id_documento), queryKeys.emails(id_documento)]),
  ]
}

/** Collects query keys for a moment and invalidates each once. */
function makeReader(queries: QueryClient) {
  const waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    void invalidate(queries, ...waiting.values())
    waiting.clear()
  }
  return {
    add: (keys: readonly QueryKey[]) => {
      for (const key of keys) waiting.set(key.join('\n'), key)
      timer ??= setTimeout(flush, together)
    },
    stop: () => clearTimeout(timer),
  }
}

/** The connection existed before: data fetched with the page is current, data from before a gap is not. */
let greeted = false

/** Known notifications and their user. */
let known: { owner: string | null; ids: Set<string> } | null = null

/** New notifications since the last call; none on the first call, because they may be days old. */
function newsOf(results: readonly Notification[]): Notification[] {
  const owner = getOwner()
  const before = known?.owner === owner ? known.ids : null
  known = { owner, ids: new Set([...(before ?? []), ...results.map(({ id }) => id)]) }
  return before === null ? [] : results.filter(({ id }) => !before.has(id))
}

/** The urgent ones among the notifications that arrived last. */
function useNews(): readonly Notification[] {
  const { data } = useQuery(unreadQuery)
  const [news, setNews] = useState<readonly Notification[]>([])
  useEffect(() => {
    const urgent = data === undefined ? [] : newsOf(data.results).filter(isUrgent)
    if (urgent.length > 0) setNews(urgent)
  }, [data])
  return news
}

/** Keeps what is shown current with the changes of others, and shows urgent notifications as toasts. */
export function LiveUpdates() {
  const queries = useQueryClient()
  const news = useNews()
  useEffect(() => {
    const reader = makeReader(queries)
    const unsubscribe = subscribeLive((message) => {
      const first = message.type === 'hello' && !greeted
      greeted = true
      if (!first) reader.add(keysOf(message))
      // The server is back: fetch failed queries again.
      if (message.type === 'hello')
        void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    })
    return () => {
      reader.stop()
      unsubscribe()
    }
  }, [queries])
  return news.length > 0 && <UrgentToasts news={news} />
}
