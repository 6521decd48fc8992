import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { lockTemplate, recordTemplate, type LockedTemplate } from './lock-template.ts'
import type { Call, TemplateDeps } from './template-context.ts'

/** Documents were made from it, or are just now. */
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
 * Deletes a template that was never used; its base goes with the next sweep when no other stands on it. One that was used
 * is archived: its documents tell where they are from. Deleting an archived one changes nothing.
 * @throws ProblemError not_found, forbidden
 */
export async function deleteTemplate(
  deps: Pick<TemplateDeps, 'db' | 'clock'>,
  call: Call,
  id: string,
): Promise<{ id: string; archived: boolean }> {
  return await inTransaction(deps.db, async (trx) => {
    const held = await lockTemplate(trx, call, 'template.manage', id)
    if (held.archived_at !== null) return { id, archived: true }
    const at = deps.clock()
    const archived = await isUsed(trx, held)
    if (archived) {
      const change = { archived_at: at, updated_by: call.actor.id, updated_at: at }
      await trx.updateTable('template').set(change).where('id', '=', id).execute()
    } else await trx.deleteFrom('template').where('id', '=', id).execute()
    await recordTemplate(trx, call, held, archived ? 'template.archived' : 'template.deleted', at)
    return { id, archived }
  })
}
