import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { notify } from '../notify/public.ts'
import type { BatchDeps } from './template-context.ts'
import { findBatch, type BatchRow } from './batch.queries.ts'

/** A batch longer than this, in milliseconds, ends with a notification: its user is doing something else by now. */
const longMs = 30_000

/** Cancels the remaining rows of a batch. */
export async function cancelRest({ db, clock }: Pick<BatchDeps, 'db' | 'clock'>, id: string): Promise<void> {
  await db
    .updateTable('template_batch')
    .set({ status: 'cancelled', updated_at: clock() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** Notifies the user of a long batch that it ended, in the transaction that ends it. */
export async function notifyBatchEnd(
  trx: Transaction<Database>,
  deps: BatchDeps,
  batch: BatchRow,
  template: { name: string },
  at: Date,
): Promise<void> {
  if (at.getTime() - batch.created_at.getTime() < longMs) return
  const now = await findBatch(trx, batch.id)
  if (now === undefined) return
  await notify(trx, deps, {
    kind: 'template.filled',
    to: [batch.created_by],
    actor: null,
    id_solicitud: batch.id_solicitud,
    data: { nombre: template.name, id_template: batch.id_template, done: now.done, failed: now.failed },
    key: `batch:${batch.id}`,
  })
}
