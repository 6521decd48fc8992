import { can, type Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import type { TemplateDeps } from './template-context.ts'
import { findBatch, type BatchRow } from './batch.queries.ts'
import { cancelRest } from './end-batch.ts'

/** A batch of one's own, as long as one may use templates of that company. Throws `not_found`. */
export async function requireBatch(db: Kysely<Database>, actor: Actor, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id)
  const own = batch !== undefined && batch.created_by === actor.id
  if (!own || !can('template.read', actor, { id_company: batch.id_company, created_by: null })) {
    throw new ProblemError('not_found')
  }
  return batch
}

/**
 * Stops a batch after the row that is just being filled; what was made stays. One that is over stays as it is.
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
