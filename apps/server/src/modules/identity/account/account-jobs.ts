import type { Queue } from '@foja/jobs/queue'
import type { AppDeps } from '../../../deps.ts'
import { sendReset, resetJob } from './forgot-password.ts'

/** Job names of this module, registered in the queue. */
export const accountJobs = [resetJob] as const

/** Registers the handlers of this module's jobs. */
export async function workAccounts(queue: Pick<Queue, 'work'>, deps: AppDeps): Promise<void> {
  await queue.work(resetJob, async ({ payload }) => {
    const { email } = payload as { email: string }
    await sendReset(deps, email)
  })
}
