import type { PolicyName } from '@foja/contracts/policies'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { TemplateTable } from '@foja/db/template-tables'
import type { Insertable, Selectable, Transaction } from 'kysely'
import type { EventAction } from '@foja/contracts/events'
import type { TemplateVersionTable } from '@foja/db/template-tables'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { findTemplateForUpdate } from './templates.queries.ts'

export type LockedTemplate = Selectable<TemplateTable>

/**
 * Locks a template for which the caller has the permission `policy`, until the transaction ends.
 * @throws ProblemError not_found, forbidden
 */
export async function lockTemplate(
  trx: Transaction<Database>,
  { actor }: Ctx,
  policy: PolicyName,
  id: string,
): Promise<LockedTemplate> {
  // Without the permission, nothing is locked.
  const seen = await trx
    .selectFrom('template')
    .where('id', '=', id)
    .select(['id_company', 'created_by'])
    .executeTakeFirst()
  authorize(policy, actor, seen)
  const locked = await findTemplateForUpdate(trx, id)
  authorize(policy, actor, locked)
  return locked
}

/** Locks an active template for a change; throws `template_archived` too. */
export async function lockActiveTemplate(trx: Transaction<Database>, ctx: Ctx, id: string): Promise<LockedTemplate> {
  const locked = await lockTemplate(trx, ctx, 'template.manage', id)
  if (locked.archived_at !== null) throw new ProblemError('template_archived')
  return locked
}

type NewState = Pick<Insertable<TemplateVersionTable>, 'name' | 'locale' | 'pdf_path' | 'fields'>

/** Adds the next version of a locked template. */
export async function addState(
  trx: Transaction<Database>,
  { actor }: Ctx,
  locked: Pick<LockedTemplate, 'id' | 'version'>,
  state: NewState,
  at: Date,
): Promise<void> {
  const version = locked.version + 1
  await trx
    .insertInto('template_version')
    .values({ ...state, id_template: locked.id, version, created_by: actor.id, created_at: at })
    .execute()
  await trx
    .updateTable('template')
    .set({ name: state.name, version, updated_by: actor.id, updated_at: at })
    .where('id', '=', locked.id)
    .execute()
}

/** Adds an event about a template to its company's history. */
export async function recordTemplate(
  trx: Transaction<Database>,
  { actor, ip }: Ctx,
  template: { id: string; id_company: string; name: string },
  action: EventAction,
  at: Date,
): Promise<void> {
  await appendEvent(trx, {
    action,
    id_company: template.id_company,
    actor: actor.id,
    actor_label: actor.nombre,
    data: { id_template: template.id, nombre: template.name },
    ip,
    at,
  })
}
