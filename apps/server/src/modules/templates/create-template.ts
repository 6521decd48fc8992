import { can } from '@foja/contracts/policies'
import { templateLocales, type TemplateField, type TemplateLocale } from '@foja/contracts/template-fields'
import { canonicalJson } from '@foja/db/canonical-json'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import { ProblemError } from '../../http/problem.ts'
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

function digestOf({ name, fields, locale }: NewTemplate, base: Pick<UsableBase, 'sha256'>): string {
  const content = canonicalJson({ name, fields, locale: locale ?? null, base: base.sha256 })
  return createHash('sha256').update(content).digest('hex')
}

/** The template created before by the same user with this key. Throws `id_in_use` when its content differed. */
async function findRepeated(
  db: Kysely<Database>,
  { actor }: Call,
  key: string,
  digest: string,
): Promise<CreatedTemplate | null> {
  const row = await db
    .selectFrom('template')
    .where('created_by', '=', actor.id)
    .where('key', '=', key)
    .select(['id', 'request_sha256'])
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.request_sha256 !== digest) throw new ProblemError('id_in_use', { field: 'key' })
  return { id: row.id, created: false }
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
  const request_sha256 = digestOf(input, base)
  const before = key === undefined ? null : await findRepeated(deps.db, call, key, request_sha256)
  if (before !== null) return before
  const locale = input.locale ?? (await defaultLocale(deps.db, company))
  await requireFillable(deps, base, { fields, locale })
  const createdId = await inTransaction(deps.db, async (trx) => {
    const at = deps.clock()
    const id = await insertTemplate(trx, {
      company,
      name,
      locale,
      fields,
      base,
      createdBy: call.actor.id,
      at,
      repeatable: key === undefined ? null : { key, request_sha256 },
    })
    if (id !== null) await recordTemplate(trx, call, { id, id_company: company, name }, 'template.created', at)
    return id
  })
  if (createdId !== null) return { id: createdId, created: true }
  const first = await findRepeated(deps.db, call, key ?? '', request_sha256)
  if (first === null) throw new ProblemError('unavailable')
  return first
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
