import type { Endpoint } from '@foja/contracts/endpoint'
import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { call, type CallOptions, type ReplyOf } from './call.ts'

/** The query of a call that only reads: `getQuery<typeof metrics>(queryKeys.metrics(), '/api/v1/metrics/')`. */
export const getQuery = <E extends Endpoint & { method: 'GET' }>(
  queryKey: QueryKey,
  path: E['path'],
  options: Pick<CallOptions<E>, 'params' | 'query' | 'as'> = {},
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call<Endpoint>('GET', path, { ...options, signal }) as Promise<ReplyOf<E>>,
  })
