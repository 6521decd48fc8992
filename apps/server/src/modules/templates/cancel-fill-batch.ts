import { can } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { emptied, findBatch, type BatchRow } from './batch.queries.ts'
import { notify } from '../notify/public.ts'
import type { BatchDeps } from './template-context.ts'

/** A batch longer than this, in milliseconds, ends with a notification: its user is doing something else by now. */
const longMs = 30_000

/** Cancels the remaining rows of a batch. */
export async function cancelRest({ db, clock }: Pick<BatchDeps, 'db' | 'clock'>, id: string): Promise<void> {
  await db
    .updateTable('template_batch')
    .set({ status: 'cancelled', updated_at: clock(), ...emptied })
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

/** A batch of the caller, who may use templates of its company. Throws `not_found`. */
export async function requireBatch({ db, actor }: Ctx, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id)
  const own = batch !== undefined && batch.created_by === actor.id
  if (!own || !can('template.read', actor, { id_company: batch.id_company, created_by: null })) {
    throw new ProblemError('not_found')
  }
  return batch
}

/**
 * Stops a batch after its current row; filled rows stay. An ended batch is unchanged.
 * @throws ProblemError not_found
 */
export async function cancelFillBatch(ctx: Ctx, id: string): Promise<BatchRow> {
  await requireBatch(ctx, id)
  await cancelRest(ctx, id)
  return await requireBatch(ctx, id)
}
