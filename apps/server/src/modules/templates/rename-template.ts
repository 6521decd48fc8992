import type { Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import { addState, lockActiveTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate } from './read-template.ts'
import type { Call, TemplateDeps } from './template-context.ts'

/**
 * Renames a template as a new version; the same name changes nothing.
 * @throws ProblemError not_found, forbidden, template_archived
 */
export async function renameTemplate(
  deps: Pick<TemplateDeps, 'db' | 'keys' | 'clock'>,
  call: Call,
  id: string,
  name: string,
): Promise<Template> {
  await inTransaction(deps.db, async (trx) => {
    const locked = await lockActiveTemplate(trx, call, id)
    if (locked.name === name) return
    const at = deps.clock()
    const state = await trx
      .selectFrom('template_version')
      .where('id_template', '=', id)
      .where('version', '=', locked.version)
      .select(['locale', 'pdf_path', 'fields'])
      .executeTakeFirstOrThrow()
    await addState(trx, call, locked, { ...state, fields: JSON.stringify(state.fields), name }, at)
    await recordTemplate(trx, call, { ...locked, name }, 'template.changed', at)
  })
  return await readTemplate(deps, call.actor, id)
}
