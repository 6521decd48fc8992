import type { Queue } from '@foja/jobs/queue'
import { resetJob } from './account-job.ts'
import type { AccountDeps } from './change-password.ts'
import { sendReset } from './forgot-password.ts'

/** The jobs of this module, for the queue to know. */
export const accountJobs = [resetJob] as const

/** Gives the jobs of accounts to this process. */
export async function workAccounts(queue: Pick<Queue, 'work'>, deps: AccountDeps): Promise<void> {
  await queue.work(resetJob, async ({ payload }) => {
    const { email } = payload as { email: string }
    await sendReset(deps, email)
  })
}
