import type { listNotifications, readNotifications } from '@foja/contracts/notifications'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type NoticePage = ReplyOf<typeof listNotifications>

/** All notifications, newest first, by pages. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: queryKeys.notifications('list'),
  queryFn: ({ signal, pageParam }) =>
    call<typeof listNotifications>('GET', '/api/v1/list_notifications/', {
      query: pageParam === '' ? '' : `?before=${encodeURIComponent(pageParam)}`,
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (last: NoticePage) => last.next,
  staleTime: 0,
})

/** Marks the given notifications, or all up to `until`, as read. */
export const markRead = (body: { ids: string[] } | { until: string }) =>
  call<typeof readNotifications>('POST', '/api/v1/read_notifications/', { body })
