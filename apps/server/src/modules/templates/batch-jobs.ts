import type { Queue } from '@foja/jobs/queue'
import { batchJob, type BatchDeps } from './batch-context.ts'
import { runFillBatch } from './run-fill-batch.ts'

/** Name of the job that finds batches that nobody goes on with, as after a crash. */
const strayJob = 'template_batches'

/** The jobs of this module, for the queue to know. */
export const templateJobs = [batchJob, strayJob] as const

const straySeconds = 60
/** A row takes seconds: a batch that stood still for so long, in milliseconds, is nobody's. */
const stillMs = 60_000

/** Gives batches that stood still for so many milliseconds to the queue again. */
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
 * Gives the batches to this process. `alone`: no other process works on them, so that whatever is under way was left by
 * one that is no more.
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
