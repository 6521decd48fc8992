import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { type TemplateLocale, templateLocales } from '@foja/contracts/template-field-types'
import type { saveTemplate as endpoint, Template } from '@foja/contracts/templates'
import { inTransaction } from '@foja/db/transaction'
import type { TemplateField } from '@foja/contracts/template-fields'
import type { Database } from '@foja/db/schema'
import type { Transaction, Kysely } from 'kysely'
import { can } from '@foja/contracts/policies'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { keepBase, requireBase, type UsableBase } from './base.ts'
import { requireFillable } from './check-template.ts'
import { addState, lockActiveTemplate, recordTemplate } from './lock-template.ts'
import { readTemplate, requireUsable } from './read-template.ts'
import { findResult, requestKey, runOnce } from '../../lib/idempotency.ts'

export type TemplateToInsert = {
  company: string
  name: string
  locale: TemplateLocale
  fields: readonly TemplateField[]
  /** Its bytes are durable. */
  base: UsableBase
  createdBy: string
  at: Date
}

/** Inserts a template with its first version. Returns its id. */
export async function insertTemplate(trx: Transaction<Database>, input: TemplateToInsert): Promise<string> {
  const { company, name, locale, fields, base, createdBy, at } = input
  const who = { created_by: createdBy, created_at: at }
  const row = await trx
    .insertInto('template')
    .values({
      id: randomUUID(),
      id_company: company,
      name,
      updated_by: createdBy,
      updated_at: at,
      ...who,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pdf_path = await keepBase(trx, company, base, at)
  await trx
    .insertInto('template_version')
    .values({ id_template: row.id, version: 1, name, locale, pdf_path, fields: JSON.stringify(fields), ...who })
    .execute()
  return row.id
}

type NewTemplate = {
  name: string
  fields: TemplateField[]
  locale?: TemplateLocale | undefined
  /** Idempotency key. */
  key?: string | undefined
}

type CreatedTemplate = { id: string; created: boolean }

/** The company for which the caller may create templates. Throws `forbidden`. */
export function companyOfNew({ actor }: Ctx): string {
  if (actor.id_company === null || !can('template.create', actor)) throw new ProblemError('forbidden')
  return actor.id_company
}

/** The locale of the company's country, else the first one. */
export async function defaultLocale(db: Kysely<Database>, company: string | null): Promise<TemplateLocale> {
  const known =
    company === null
      ? undefined
      : await db.selectFrom('company').where('id', '=', company).select('pais').executeTakeFirst()
  return templateLocales.find((locale) => locale.endsWith(`-${known?.pais}`)) ?? templateLocales[0]
}

/**
 * Adds a template with its first version on a base whose bytes are durable; `created` is false for a repetition.
 * @throws ProblemError forbidden, id_in_use, and those of `requireFillable`
 */
export async function addTemplate(ctx: Ctx, input: NewTemplate, base: UsableBase): Promise<CreatedTemplate> {
  const { db, clock, actor } = ctx
  const company = companyOfNew(ctx)
  const { name, fields, key } = input
  const content = { name, fields, locale: input.locale ?? null, base: base.sha256 }
  const request = requestKey(actor.id, 'template', key, content)
  const before = await findResult<string>(db, request)
  if (before !== undefined) return { id: before, created: false }
  const locale = input.locale ?? (await defaultLocale(db, company))
  await requireFillable(ctx, base, { fields, locale })
  const { result: id, repeated } = await runOnce(ctx, request, async (trx) => {
    const at = clock()
    const created = await insertTemplate(trx, { company, name, locale, fields, base, createdBy: actor.id, at })
    await recordTemplate(trx, ctx, { id: created, id_company: company, name }, 'template.created', at)
    return created
  })
  return { id, created: !repeated }
}

/**
 * Creates a template of the caller's company on any PDF that the caller may read.
 * @throws ProblemError not_found, forbidden, document_not_pdf, file_too_large, and those of `addTemplate`
 */
async function createTemplate(ctx: Ctx, input: NewTemplate & { pdf_path: string }): Promise<CreatedTemplate> {
  companyOfNew(ctx)
  return await addTemplate(ctx, input, await requireBase(ctx, input.pdf_path))
}

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
