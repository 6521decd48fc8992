import { can, type Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import type { TemplateDeps } from './template-context.ts'
import { findBatch, type BatchRow } from './batch.queries.ts'
import { cancelRest } from './end-batch.ts'

/** A batch of the actor, who may use templates of its company. Throws `not_found`. */
export async function requireBatch(db: Kysely<Database>, actor: Actor, id: string): Promise<BatchRow> {
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
export async function cancelFillBatch(
  { db, clock }: Pick<TemplateDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<BatchRow> {
  await requireBatch(db, actor, id)
  await cancelRest({ db, clock }, id)
  return await requireBatch(db, actor, id)
}
