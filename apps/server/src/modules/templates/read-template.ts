import type { Actor, PolicyName } from '@foja/contracts/policies'
import type { Template } from '@foja/contracts/templates'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { presentTemplate } from './templates.presenter.ts'
import { findTemplate, findTemplateVersions, type TemplateRow } from './templates.queries.ts'

/**
 * Returns a template, or its earlier `version`, for which the actor has the permission `policy`; throws `not_found` or
 * `forbidden`.
 */
export async function requireTemplate(
  db: Kysely<Database>,
  actor: Actor,
  policy: PolicyName,
  id: string,
  version?: number,
): Promise<TemplateRow> {
  const row = await findTemplate(db, id, version)
  authorize(policy, actor, row)
  return row
}

/** Returns an active template; throws `template_archived` too. */
export async function requireUsable(
  db: Kysely<Database>,
  actor: Actor,
  policy: PolicyName,
  id: string,
): Promise<TemplateRow> {
  const row = await requireTemplate(db, actor, policy, id)
  if (row.archived_at !== null) throw new ProblemError('template_archived')
  return row
}

/**
 * Returns a template as the API presents it; `version`: with its name, base and fields of that version. Throws
 * `not_found`.
 */
export async function readTemplate(ctx: Ctx, id: string, version?: number): Promise<Template> {
  const row = await requireTemplate(ctx.db, ctx.actor, 'template.read', id, version)
  return presentTemplate(ctx, row, await findTemplateVersions(ctx.db, id))
}
