import type { history } from '@foja/contracts/events'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/**
 * The complete history of a request, newest first, by pages. Its key begins with `solicitud`, so it is invalidated
 * together with the request.
 */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.solicitud(id, 'history'),
    queryFn: ({ signal, pageParam }) =>
      call<typeof history>('GET', '/api/v1/history/{id}/', {
        params: { id },
        query: pageParam === null ? '' : `?before=${pageParam}`,
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  })
