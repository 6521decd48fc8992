import type { summary } from '@foja/contracts/home'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/call.ts'
import { inMyZone } from '../../../lib/time-zone.ts'

export type Summary = ReplyOf<typeof summary>

/** What waits for whoever is signed in, and how the office has done in so many weeks. */
export const summaryQuery = (weeks: number) =>
  queryOptions({
    queryKey: ['summary', weeks],
    queryFn: ({ signal }) =>
      call<typeof summary>('GET', '/api/v1/summary/', { query: `?weeks=${weeks}`, headers: inMyZone(), signal }),
    placeholderData: keepPreviousData,
  })
