import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../context.ts'
import { lockTemplate, recordTemplate, type LockedTemplate } from './lock-template.ts'

/** True if documents were made from it, or a batch is running. */
async function isUsed(trx: Transaction<Database>, { id, uses }: LockedTemplate): Promise<boolean> {
  if (uses > 0) return true
  const batch = await trx
    .selectFrom('template_batch')
    .where('id_template', '=', id)
    .where('status', '=', 'running')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return batch !== undefined
}

/**
 * Deletes an unused template; the sweep deletes its base when no other template uses it. A used template is archived,
 * as its documents refer to it. Deleting an archived one changes nothing.
 * @throws ProblemError not_found, forbidden
 */
export async function deleteTemplate(ctx: Ctx, id: string): Promise<{ id: string; archived: boolean }> {
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockTemplate(trx, ctx, 'template.manage', id)
    if (locked.archived_at !== null) return { id, archived: true }
    const at = ctx.clock()
    const archived = await isUsed(trx, locked)
    if (archived) {
      const change = { archived_at: at, updated_by: ctx.actor.id, updated_at: at }
      await trx.updateTable('template').set(change).where('id', '=', id).execute()
    } else await trx.deleteFrom('template').where('id', '=', id).execute()
    await recordTemplate(trx, ctx, locked, archived ? 'template.archived' : 'template.deleted', at)
    return { id, archived }
  })
}
