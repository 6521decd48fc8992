import { can } from '@foja/contracts/policies'
import type { TemplateField } from '@foja/contracts/template-fields'
import { templateLocales, type TemplateLocale } from '@foja/contracts/template-field-types'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import { findResult, requestKey, runOnce } from '../../lib/idempotency.ts'
import { requireBase, type UsableBase } from './base.ts'
import { requireFillable } from './check-template.ts'
import { recordTemplate } from './lock-template.ts'
import { insertTemplate } from './insert-template.ts'
import type { Call, TemplateDeps } from './template-context.ts'

type NewTemplate = {
  name: string
  fields: TemplateField[]
  locale?: TemplateLocale | undefined
  /** Idempotency key. */
  key?: string | undefined
}

type CreatedTemplate = { id: string; created: boolean }

/** The company for which the caller may create templates. Throws `forbidden`. */
export function companyOfNew({ actor }: Call): string {
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
export async function addTemplate(
  deps: Pick<TemplateDeps, 'db' | 'clock' | 'store' | 'filler'>,
  call: Call,
  input: NewTemplate,
  base: UsableBase,
): Promise<CreatedTemplate> {
  const company = companyOfNew(call)
  const { name, fields, key } = input
  const content = { name, fields, locale: input.locale ?? null, base: base.sha256 }
  const request = requestKey(call.actor.id, 'template', key, content)
  const before = await findResult<string>(deps.db, request)
  if (before !== undefined) return { id: before, created: false }
  const locale = input.locale ?? (await defaultLocale(deps.db, company))
  await requireFillable(deps, base, { fields, locale })
  const { result: id, repeated } = await runOnce(deps, request, async (trx) => {
    const at = deps.clock()
    const created = await insertTemplate(trx, { company, name, locale, fields, base, createdBy: call.actor.id, at })
    await recordTemplate(trx, call, { id: created, id_company: company, name }, 'template.created', at)
    return created
  })
  return { id, created: !repeated }
}

/**
 * Creates a template of the caller's company on any PDF that the caller may read.
 * @throws ProblemError not_found, forbidden, document_not_pdf, file_too_large, and those of `addTemplate`
 */
export async function createTemplate(
  deps: TemplateDeps,
  call: Call,
  input: NewTemplate & { pdf_path: string },
): Promise<CreatedTemplate> {
  companyOfNew(call)
  return await addTemplate(deps, call, input, await requireBase(deps, call.actor, input.pdf_path))
}
