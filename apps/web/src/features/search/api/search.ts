import type { search } from '@foja/contracts/home'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type Found = ReplyOf<typeof search>['results'][number]

/** Requests, documents and users that match a few words and that the caller may see. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.search(q),
    queryFn: async ({ signal }) =>
      (await call<typeof search>('GET', '/api/v1/search/', { query: `?q=${encodeURIComponent(q)}`, signal })).results,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
