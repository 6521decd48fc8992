import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { saveTemplate as endpoint, Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import type * as z from 'zod/mini'
import { ProblemError } from '../../http/problem.ts'
import { keepBase, requireBase } from './base.ts'
import { requireFillable } from './check-template.ts'
import { createTemplate } from './create-template.ts'
import { addState, lockActiveTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate, requireUsable } from './read-template.ts'
import type { Call, TemplateDeps } from './template-context.ts'

export type TemplateToSave = z.output<typeof endpoint.body>

type Saved = { status: 200 | 201; body: Template }

function requireBoth(input: TemplateToSave): asserts input is TemplateToSave & { id: string; version: number } {
  if (input.id !== undefined && input.version !== undefined) return
  throw new ProblemError('validation_failed', { field: input.id === undefined ? 'id' : 'version' })
}

/** Adds a version to a template of which the caller has the newest version. */
async function updateTemplate(deps: TemplateDeps, call: Call, input: TemplateToSave): Promise<Template> {
  requireBoth(input)
  const { id, version, name, fields } = input
  const before = await requireUsable(deps.db, call.actor, 'template.manage', id)
  const locale: TemplateLocale = input.locale ?? before.locale
  const base = await requireBase(deps, call.actor, input.pdf_path)
  await requireFillable(deps, base, { fields, locale })
  const isStale = await inTransaction(deps.db, async (trx) => {
    const locked = await lockActiveTemplate(trx, call, id)
    if (locked.version !== version) return true
    const at = deps.clock()
    const pdf_path = await keepBase(trx, locked.id_company, base, at)
    await addState(trx, call, locked, { name, locale, pdf_path, fields: JSON.stringify(fields) }, at)
    await recordTemplate(trx, call, { ...locked, name }, 'template.changed', at)
    return false
  })
  const template = await readTemplate(deps, call.actor, id)
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
export async function saveTemplate(deps: TemplateDeps, call: Call, input: TemplateToSave): Promise<Saved> {
  if (input.id !== undefined || input.version !== undefined) {
    return { status: 200, body: await updateTemplate(deps, call, input) }
  }
  const { id, created } = await createTemplate(deps, call, input)
  return { status: created ? 201 : 200, body: await readTemplate(deps, call.actor, id) }
}
