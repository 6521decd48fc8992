import type { LiveMessage, Notification } from '@foja/contracts/notifications'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
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

/** What any change may show in, besides the document that it is about. */
const general = ['solicitud', 'solicitudes', 'summary', 'metrics', 'agenda'].map((key) => [key])
/** Several changes that come together are read once. */
const together = 250

const keysOf = (message: LiveMessage): (readonly string[])[] => {
  if (message.type === 'notification') return [['notifications']]
  if (message.type === 'hello') return [...general, ['notifications'], ['document'], ['emails'], ['mail-state']]
  const { id_documento } = message
  return [
    ...general,
    ...(id_documento === null
      ? []
      : [
          ['document', id_documento],
          ['emails', id_documento],
        ]),
  ]
}

/** Calls what came together a moment ago by one name. */
function makeReader(queries: QueryClient) {
  const waiting = new Map<string, readonly string[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const queryKey of waiting.values()) void queries.invalidateQueries({ queryKey })
    waiting.clear()
  }
  return {
    add: (keys: readonly (readonly string[])[]) => {
      for (const key of keys) waiting.set(key.join('\n'), key)
      timer ??= setTimeout(flush, together)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Whether the connection has been there before: what came with the page is new, what came before a gap is not. */
let greeted = false

function useLive() {
  const queries = useQueryClient()
  useEffect(() => {
    const reader = makeReader(queries)
    const unsubscribe = subscribeLive((message) => {
      const first = message.type === 'hello' && !greeted
      greeted = true
      if (!first) reader.add(keysOf(message))
      // The server is back: what failed while it was away comes by itself.
      if (message.type === 'hello')
        void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    })
    return () => {
      reader.stop()
      unsubscribe()
    }
  }, [queries])
}

/** The notices that this page knows of, and whose they are. */
let known: { owner: string | null; ids: Set<string> } | null = null

/** Those that came since the last time; none at first, as they may have waited for days. */
function newsOf(results: readonly Notification[]): Notification[] {
  const owner = getOwner()
  const before = known?.owner === owner ? known.ids : null
  known = { owner, ids: new Set([...(before ?? []), ...results.map(({ id }) => id)]) }
  return before === null ? [] : results.filter(({ id }) => !before.has(id))
}

/** What is urgent says so at once. */
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

/** What the shell does once the page stands: it listens, counts notices, cases and failed emails. Draws nothing. */
export function LateShell() {
  const unread = useQuery(unreadQuery)
  useQuery(mailStateQuery)
  useQuery({ ...metricsQuery, staleTime: 60_000 })
  useLive()
  useToasts(unread.data?.results)
  return null
}
