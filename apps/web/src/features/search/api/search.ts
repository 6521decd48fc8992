import type { search } from '@foja/contracts/home'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/call.ts'

export type Found = ReplyOf<typeof search>['results'][number]

/** What answers to a few words: requests, documents and people that the caller may see. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: async ({ signal }) =>
      (await call<typeof search>('GET', '/api/v1/search/', { query: `?q=${encodeURIComponent(q)}`, signal })).results,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
