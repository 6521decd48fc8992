import type { Job, Queue } from '@foja/jobs/queue'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { deliverDue, endLeases, sweepOutbox } from './deliver-email.ts'
import { emailJob, outboxJob, remindersJob } from '../outbox/public.ts'
import { remindOfAppointments } from './remind.ts'

/** How long the content of sent or cancelled messages is kept. */
export const keptBodyDays = 90

const batch = 500

/**
 * Deletes the text and the calendar of messages sent or cancelled long ago. Recipients, subject, times and status stay.
 * Attached documents have their own retention.
 */
export async function sweepEmails(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptBodyDays * 24 * 3_600_000)
  for (let emptied = batch; emptied === batch;) {
    const { rows } = await sql`
      update email set text = '', html = '', calendar = null, emptied_at = ${now}
      where id in (select id from email
        where status in ('sent', 'cancelled') and emptied_at is null and coalesce(sent_at, created_at) < ${before}
        order by coalesce(sent_at, created_at) limit ${batch})
      returning id`.execute(db)
    emptied = rows.length
  }
}

/** Names of this module's jobs. */
export const emailJobs = [emailJob, outboxJob, remindersJob] as const

/** Messages that a process sends at the same time: a slow mail server does not delay the next. */
const emailsAtOnce = 3

const outboxSeconds = 60
const reminderSeconds = 600

/**
 * Runs this module's jobs in this process: sending, finding due messages, and reminders. `alone`: no other server uses
 * the database.
 */
export async function workEmails(
  queue: Pick<Queue, 'work' | 'every'>,
  deps: AppDeps,
  { alone }: { alone: boolean },
): Promise<void> {
  if (alone) await endLeases(deps.db)
  const send = async (job: Job) => {
    const { id } = job.payload as { id: string }
    await deliverDue(deps, id, job)
  }
  await queue.work(emailJob, send, { concurrency: emailsAtOnce })
  await queue.every(outboxJob, outboxSeconds, async () => void (await sweepOutbox(deps)))
  await queue.every(remindersJob, reminderSeconds, async () => void (await remindOfAppointments(deps)))
}
