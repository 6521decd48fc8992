import type { Queue } from '@foja/jobs/queue'
import type { AppDeps } from '../../deps.ts'
import { deliverDue, sweepOutbox } from './deliver-email.ts'
import { emailJob, outboxJob, remindersJob } from '../outbox/public.ts'
import { remindOfAppointments } from './remind.ts'

/** Names of this module's jobs. */
export const emailJobs = [emailJob, outboxJob, remindersJob] as const

const outboxSeconds = 60
const reminderSeconds = 600

/** Runs this module's jobs in this process: sending, finding due messages, and reminders. */
export async function workEmails(queue: Pick<Queue, 'work' | 'every'>, deps: AppDeps): Promise<void> {
  await queue.work(emailJob, async ({ payload, signal }) => {
    const { id } = payload as { id: string }
    await deliverDue(deps, id, signal)
  })
  await queue.every(outboxJob, outboxSeconds, async () => void (await sweepOutbox(deps)))
  await queue.every(remindersJob, reminderSeconds, async () => void (await remindOfAppointments(deps)))
}
