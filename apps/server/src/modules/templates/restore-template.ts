import type { Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../context.ts'
import { lockTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate } from './read-template.ts'

/**
 * Restores an archived template. Restoring an active one changes nothing.
 * @throws ProblemError not_found, forbidden
 */
export async function restoreTemplate(ctx: Ctx, id: string): Promise<Template> {
  await inTransaction(ctx.db, async (trx) => {
    const locked = await lockTemplate(trx, ctx, 'template.manage', id)
    if (locked.archived_at === null) return
    const at = ctx.clock()
    const change = { archived_at: null, updated_by: ctx.actor.id, updated_at: at }
    await trx.updateTable('template').set(change).where('id', '=', id).execute()
    await recordTemplate(trx, ctx, locked, 'template.restored', at)
  })
  return await readTemplate(ctx, id)
}
