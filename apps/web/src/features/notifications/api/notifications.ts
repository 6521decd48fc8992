import type { listNotifications, readNotifications } from '@foja/contracts/notifications'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/call.ts'

export type NoticePage = ReplyOf<typeof listNotifications>

const fetchNotices = (query: string, signal?: AbortSignal) =>
  call<typeof listNotifications>('GET', '/api/v1/list_notifications/', { query, signal })

/** How many were not read, with the newest of them. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => fetchNotices('?unread=1', signal),
  staleTime: 60_000,
})

/** All of them, the newest first, page after page. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ signal, pageParam }) =>
    fetchNotices(pageParam === '' ? '' : `?before=${encodeURIComponent(pageParam)}`, signal),
  initialPageParam: '',
  getNextPageParam: (last: NoticePage) => last.next,
  staleTime: 0,
})

/** These, or all that there were up to `until`, count as read from now on. */
export const markRead = (body: { ids: string[] } | { until: string }) =>
  call<typeof readNotifications>('POST', '/api/v1/read_notifications/', { body })
