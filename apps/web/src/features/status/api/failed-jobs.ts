import type * as status from '@foja/contracts/status'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { everyMs } from './status.ts'

/** The jobs that failed at every try, the last first. */
export const failedJobsQuery = queryOptions({
  queryKey: queryKeys.failedJobs(),
  queryFn: ({ signal }) => call<typeof status.failedJobs>('GET', '/api/v1/failed_jobs/', { signal }),
  refetchInterval: everyMs,
})

/** Runs a failed job once more; returns those that remain. */
export const retryJob = (id: string) =>
  call<typeof status.retryJob>('POST', '/api/v1/retry_job/{id}/', { params: { id } })

/** Deletes a failed job; returns those that remain. */
export const discardJob = (id: string) =>
  call<typeof status.discardJob>('POST', '/api/v1/discard_job/{id}/', { params: { id } })
