import type { Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../context.ts'
import { addState, lockActiveTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate } from './read-template.ts'

/**
 * Renames a template as a new version; the same name changes nothing.
 * @throws ProblemError not_found, forbidden, template_archived
 */
export async function renameTemplate(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<Template> {
  await inTransaction(ctx.db, async (trx) => {
    const locked = await lockActiveTemplate(trx, ctx, id)
    if (locked.name === name) return
    const at = ctx.clock()
    const state = await trx
      .selectFrom('template_version')
      .where('id_template', '=', id)
      .where('version', '=', locked.version)
      .select(['locale', 'pdf_path', 'fields'])
      .executeTakeFirstOrThrow()
    await addState(trx, ctx, locked, { ...state, fields: JSON.stringify(state.fields), name }, at)
    await recordTemplate(trx, ctx, { ...locked, name }, 'template.changed', at)
  })
  return await readTemplate(ctx, id)
}
