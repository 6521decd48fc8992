import type { Queue } from '@foja/jobs/queue'
import type { AppDeps } from '../../deps.ts'
import { followRequests } from './follow-requests.ts'

/** Name of the job that ends requests and reminds their recipients. */
export const requestsJob = 'signing_requests'

const seconds = 60

/** Follows the requests of every company on one of all processes. */
export async function workRequests(queue: Pick<Queue, 'every'>, deps: AppDeps): Promise<void> {
  await queue.every(requestsJob, seconds, async () => await followRequests(deps))
}
