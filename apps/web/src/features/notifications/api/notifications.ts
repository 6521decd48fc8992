import type { listNotifications, readNotifications } from '@foja/contracts/notifications'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type NoticePage = ReplyOf<typeof listNotifications>

const fetchNotices = (query: string, signal?: AbortSignal) =>
  call<typeof listNotifications>('GET', '/api/v1/list_notifications/', { query, signal })

/** Number of unread notifications, with the newest of them. */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.notifications('unread'),
  queryFn: ({ signal }) => fetchNotices('?unread=1', signal),
  staleTime: 60_000,
})

/** All notifications, newest first, by pages. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: queryKeys.notifications('list'),
  queryFn: ({ signal, pageParam }) =>
    fetchNotices(pageParam === '' ? '' : `?before=${encodeURIComponent(pageParam)}`, signal),
  initialPageParam: '',
  getNextPageParam: (last: NoticePage) => last.next,
  staleTime: 0,
})

/** Marks the given notifications, or all up to `until`, as read. */
export const markRead = (body: { ids: string[] } | { until: string }) =>
  call<typeof readNotifications>('POST', '/api/v1/read_notifications/', { body })
