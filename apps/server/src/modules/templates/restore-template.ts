import type { Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import { lockTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate } from './read-template.ts'
import type { Call, TemplateDeps } from './template-context.ts'

/**
 * Takes a template out of the archive, as it was. Restoring one that is not there changes nothing.
 * @throws ProblemError not_found, forbidden
 */
export async function restoreTemplate(
  deps: Pick<TemplateDeps, 'db' | 'keys' | 'clock'>,
  call: Call,
  id: string,
): Promise<Template> {
  await inTransaction(deps.db, async (trx) => {
    const held = await lockTemplate(trx, call, 'template.manage', id)
    if (held.archived_at === null) return
    const at = deps.clock()
    const change = { archived_at: null, updated_by: call.actor.id, updated_at: at }
    await trx.updateTable('template').set(change).where('id', '=', id).execute()
    await recordTemplate(trx, call, held, 'template.restored', at)
  })
  return await readTemplate(deps, call.actor, id)
}
