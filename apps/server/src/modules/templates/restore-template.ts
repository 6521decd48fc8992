import type { Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import { lockTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate } from './read-template.ts'
import type { Call, TemplateDeps } from './template-context.ts'

/**
 * Restores an archived template. Restoring an active one changes nothing.
 * @throws ProblemError not_found, forbidden
 */
export async function restoreTemplate(
  deps: Pick<TemplateDeps, 'db' | 'keys' | 'clock'>,
  call: Call,
  id: string,
): Promise<Template> {
  await inTransaction(deps.db, async (trx) => {
    const locked = await lockTemplate(trx, call, 'template.manage', id)
    if (locked.archived_at === null) return
    const at = deps.clock()
    const change = { archived_at: null, updated_by: call.actor.id, updated_at: at }
    await trx.updateTable('template').set(change).where('id', '=', id).execute()
    await recordTemplate(trx, call, locked, 'template.restored', at)
  })
  return await readTemplate(deps, call.actor, id)
}
