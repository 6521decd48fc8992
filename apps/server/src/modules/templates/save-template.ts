import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { saveTemplate as endpoint, Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { keepBase, requireBase } from './base.ts'
import { requireFillable } from './check-template.ts'
import { createTemplate } from './create-template.ts'
import { addState, lockActiveTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate, requireUsable } from './read-template.ts'

export type TemplateToSave = z.output<typeof endpoint.body>

type Saved = { status: 200 | 201; body: Template }

function requireBoth(input: TemplateToSave): asserts input is TemplateToSave & { id: string; version: number } {
  if (input.id !== undefined && input.version !== undefined) return
  throw new ProblemError('validation_failed', { field: input.id === undefined ? 'id' : 'version' })
}

/** Adds a version to a template of which the caller has the newest version. */
async function updateTemplate(ctx: Ctx, input: TemplateToSave): Promise<Template> {
  requireBoth(input)
  const { id, version, name, fields } = input
  const before = await requireUsable(ctx.db, ctx.actor, 'template.manage', id)
  const locale: TemplateLocale = input.locale ?? before.locale
  const base = await requireBase(ctx, input.pdf_path)
  await requireFillable(ctx, base, { fields, locale })
  const isStale = await inTransaction(ctx.db, async (trx) => {
    const locked = await lockActiveTemplate(trx, ctx, id)
    if (locked.version !== version) return true
    const at = ctx.clock()
    const pdf_path = await keepBase(trx, locked.id_company, base, at)
    await addState(trx, ctx, locked, { name, locale, pdf_path, fields: JSON.stringify(fields) }, at)
    await recordTemplate(trx, ctx, { ...locked, name }, 'template.changed', at)
    return false
  })
  const template = await readTemplate(ctx, id)
  if (isStale) throw new ProblemError('stale_version', { current: template })
  return template
}

/**
 * Saves a template: without `id` as a new one of the caller's company; with `id` and its current `version` as the next
 * version. Checks first that it can be filled.
 * @throws ProblemError not_found, forbidden, stale_version, id_in_use, template_archived, document_not_pdf,
 * file_too_large, template_key_repeated, template_field_wrong, page_not_found, rectangle_outside_page, pdf_damaged,
 * pdf_encrypted, pdf_xfa, pdf_cannot_be_filled
 */
export async function saveTemplate(ctx: Ctx, input: TemplateToSave): Promise<Saved> {
  if (input.id !== undefined || input.version !== undefined) {
    return { status: 200, body: await updateTemplate(ctx, input) }
  }
  const { id, created } = await createTemplate(ctx, input)
  return { status: created ? 201 : 200, body: await readTemplate(ctx, id) }
}
