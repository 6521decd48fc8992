import type { Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import { addState, lockActiveTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate } from './read-template.ts'
import type { Call, TemplateDeps } from './template-context.ts'

/**
 * Gives a template another name: a version more, and none where it has that name already.
 * @throws ProblemError not_found, forbidden, template_archived
 */
export async function renameTemplate(
  deps: Pick<TemplateDeps, 'db' | 'keys' | 'clock'>,
  call: Call,
  id: string,
  name: string,
): Promise<Template> {
  await inTransaction(deps.db, async (trx) => {
    const held = await lockActiveTemplate(trx, call, id)
    if (held.name === name) return
    const at = deps.clock()
    const state = await trx
      .selectFrom('template_version')
      .where('id_template', '=', id)
      .where('version', '=', held.version)
      .select(['locale', 'pdf_path', 'fields'])
      .executeTakeFirstOrThrow()
    await addState(trx, call, held, { ...state, fields: JSON.stringify(state.fields), name }, at)
    await recordTemplate(trx, call, { ...held, name }, 'template.changed', at)
  })
  return await readTemplate(deps, call.actor, id)
}
