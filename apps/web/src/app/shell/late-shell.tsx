import type { LiveMessage, Notification } from '@foja/contracts/notifications'
import { useQuery, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { mailStateQuery } from '../../features/emails/api/emails.ts'
import { unreadQuery } from '../../features/notifications/api/notifications.ts'
import { describeNotice, isUrgent, placeOf } from '../../features/notifications/describe-notice.ts'
import { metricsQuery } from '../../features/solicitudes/api/metrics.ts'
import { useFormat } from '../../lib/texts/texts.tsx'
import { useNoticesTexts } from '../../features/notifications/texts/notices.ts'
import { useDomainTexts } from '../../shared/texts/domain.ts'
import { subscribeLive } from '../../lib/api/live.ts'
import { getOwner } from '../../lib/session/owner.ts'
import { toast } from '../../ui/toast-store.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { HelpKey } from './help-key.tsx'
import { invalidate, queryKeys } from '../../lib/api/query-keys.ts'

/** Queries that any change may affect, besides the changed document. */
const general = [
  queryKeys.solicitud(),
  queryKeys.solicitudes(),
  queryKeys.summary(),
  queryKeys.metrics(),
  queryKeys.agenda(),
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

function useLive() {
  const queries = useQueryClient()
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
}

/** Known notifications and their user. */
let known: { owner: string | null; ids: Set<string> } | null = null

/** New notifications since the last call; none on the first call, because they may be days old. */
function newsOf(results: readonly Notification[]): Notification[] {
  const owner = getOwner()
  const before = known?.owner === owner ? known.ids : null
  known = { owner, ids: new Set([...(before ?? []), ...results.map(({ id }) => id)]) }
  return before === null ? [] : results.filter(({ id }) => !before.has(id))
}

/** Shows urgent notifications as toasts. */
function useToasts(results: readonly Notification[] | undefined) {
  const notices = useNoticesTexts()
  const domain = useDomainTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const shown = useRef<readonly Notification[]>(undefined)
  useEffect(() => {
    if (results === undefined || shown.current === results) return
    shown.current = results
    for (const notice of newsOf(results).filter(isUrgent)) {
      const { sentence, note } = describeNotice(notice, { notices, domain }, format)
      const to = placeOf(notice)
      toast[notice.kind === 'email.failed' ? 'error' : 'info'](sentence, {
        ...(note === '' ? {} : { description: note }),
        ...(to === undefined ? {} : { action: { label: notices.see, onClick: () => void navigate({ href: to }) } }),
      })
    }
  }, [results, notices, domain, format, navigate])
}

/**
 * Background work after the first render: live updates, counts of notifications, cases and failed emails, and files
 * dropped anywhere.
 */
export function LateShell() {
  const unread = useQuery(unreadQuery)
  useQuery(mailStateQuery)
  useQuery({ ...metricsQuery, staleTime: 60_000 })
  useLive()
  useToasts(unread.data?.results)
  return (
    <>
      <DropAnywhere />
      <HelpKey />
    </>
  )
}
