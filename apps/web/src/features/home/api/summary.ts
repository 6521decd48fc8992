import type { summary } from '@foja/contracts/home'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'

export type Summary = ReplyOf<typeof summary>

/** The user's tasks, and the activity of the company in the last `weeks` weeks. */
export const summaryQuery = (weeks: number) =>
  queryOptions({
    queryKey: ['summary', weeks],
    queryFn: ({ signal }) =>
      call<typeof summary>('GET', '/api/v1/summary/', { query: `?weeks=${weeks}`, headers: inMyZone(), signal }),
    placeholderData: keepPreviousData,
  })
