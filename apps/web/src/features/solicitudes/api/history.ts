import type { history } from '@foja/contracts/events'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

/** The whole history of a request, a page at a time, the newest first. Under `solicitud`, so that it is read again with it. */
export const historyQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['solicitud', id, 'history'],
    queryFn: ({ signal, pageParam }) =>
      call<typeof history>('GET', '/api/v1/history/{id}/', {
        params: { id },
        query: pageParam === null ? '' : `?before=${pageParam}`,
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  })
