// The shell loads this file, but not the other calls.
import type { listNotifications, Notification } from '@foja/contracts/notifications'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Number of unread notifications, with the newest of them. */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.notifications('unread'),
  queryFn: ({ signal }) =>
    call<typeof listNotifications>('GET', '/api/v1/list_notifications/', { query: '?unread=1', signal }),
  staleTime: 60_000,
})

/** Shown as a toast on any page: another user waits, or something failed. */
export const isUrgent = ({ kind }: Notification): boolean =>
  kind === 'solicitud.assigned' ||
  kind === 'solicitud.returned' ||
  kind === 'solicitud.reminder' ||
  kind === 'email.failed'
