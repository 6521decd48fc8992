import { webhookChannel } from '@foja/db/webhook-fan-out'
import type { Queue } from '@foja/jobs/queue'
import { AsyncResource } from 'node:async_hooks'
import type { AppDeps } from '../../deps.ts'
import { sendDue } from './send-delivery.ts'
import { endDeliveryLeases, findDue } from './webhooks.queries.ts'

/** Name of the job that sends the webhook messages that are due. */
export const webhookJob = 'webhook'

/** Name of the job that finds messages without a job: of later attempts, and after a crash. */
export const webhooksJob = 'webhooks'

const seconds = 60

/** Adds the job; while one waits, there is no other. */
export async function enqueueDue({ queue }: Pick<AppDeps, 'queue'>): Promise<void> {
  await queue.enqueue(webhookJob, {}, { singletonKey: 'due' })
}

/**
 * Runs this module's jobs in this process. `alone`: no other server uses the database. Returns the function that stops
 * listening for new messages.
 */
export async function workWebhooks(
  queue: Pick<Queue, 'work' | 'every'>,
  deps: AppDeps,
  { alone }: { alone: boolean },
): Promise<() => Promise<void>> {
  if (alone) await endDeliveryLeases(deps.db)
  await queue.work(webhookJob, async (job) => await sendDue(deps, job))
  await queue.every(webhooksJob, seconds, async () => {
    const due = await findDue(deps.db, deps.clock(), { except: [], limit: 1 })
    if (due.length > 0) await enqueueDue(deps)
  })
  // A message from the database connection must not inherit the async context of the transaction that sent it.
  return await deps.bus.listen(
    webhookChannel,
    AsyncResource.bind(() => void enqueueDue(deps).catch(() => {})),
  )
}
