import type { Queue } from '@foja/jobs/queue'
import { batchJob, type BatchDeps } from './template-context.ts'
import { runFillBatch } from './run-fill-batch.ts'

/** Name of the job that finds batches without a job, for example after a crash. */
const strayJob = 'template_batches'

/** Names of this module's jobs. */
export const templateJobs = [batchJob, strayJob] as const

const straySeconds = 60
/** A row takes seconds: a batch without progress for this time, in milliseconds, has no worker. */
const stillMs = 60_000

/** Enqueues batches without progress for `still` milliseconds again. */
async function findStray({ db, clock, queue }: BatchDeps, still: number): Promise<void> {
  const rows = await db
    .selectFrom('template_batch')
    .where('status', '=', 'running')
    .where('updated_at', '<=', new Date(clock().getTime() - still))
    .select('id')
    .execute()
  for (const { id } of rows) await queue.enqueue(batchJob, { id }, { singletonKey: id })
}

/**
 * Runs the batch jobs in this process. `alone`: no other process works on batches, so that every running batch is left
 * over from an earlier process.
 */
export async function workTemplates(
  queue: Pick<Queue, 'work' | 'every'>,
  deps: BatchDeps,
  { alone = false }: { alone?: boolean } = {},
): Promise<void> {
  await queue.work(batchJob, async ({ payload, signal }) => {
    const { id } = payload as { id: string }
    await runFillBatch(deps, id, signal)
  })
  if (alone) await findStray(deps, 0)
  await queue.every(strayJob, straySeconds, async () => await findStray(deps, stillMs))
}
