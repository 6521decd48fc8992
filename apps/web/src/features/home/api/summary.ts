import type { summary } from '@foja/contracts/home'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../../lib/api/call.ts'
import { inMyZone } from '../../../lib/format/time-zone.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export type Summary = ReplyOf<typeof summary>

/** The user's tasks, and the activity of the company in the last `weeks` weeks. */
export const summaryQuery = (weeks: number) =>
  queryOptions({
    queryKey: queryKeys.summary(weeks),
    queryFn: ({ signal }) =>
      call<typeof summary>('GET', '/api/v1/summary/', { query: `?weeks=${weeks}`, headers: inMyZone(), signal }),
    placeholderData: keepPreviousData,
  })
