import { can } from '@foja/contracts/policies'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { findBatch, type BatchRow } from './batch.queries.ts'
import { cancelRest } from './end-batch.ts'

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
