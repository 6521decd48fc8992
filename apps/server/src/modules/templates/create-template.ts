import { can } from '@foja/contracts/policies'
import type { TemplateField } from '@foja/contracts/template-fields'
import { templateLocales, type TemplateLocale } from '@foja/contracts/template-field-types'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { findResult, requestKey, runOnce } from '../../lib/idempotency.ts'
import { requireBase, type UsableBase } from './base.ts'
import { requireFillable } from './check-template.ts'
import { recordTemplate } from './lock-template.ts'
import { insertTemplate } from './insert-template.ts'

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
export async function createTemplate(ctx: Ctx, input: NewTemplate & { pdf_path: string }): Promise<CreatedTemplate> {
  companyOfNew(ctx)
  return await addTemplate(ctx, input, await requireBase(ctx, input.pdf_path))
}
