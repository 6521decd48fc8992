import type { TemplateField, TemplateLocale } from '@foja/contracts/template-fields'
import type { Database } from '@foja/db/schema'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { keepBase, type UsableBase } from './base.ts'

export type TemplateToInsert = {
  company: string
  name: string
  locale: TemplateLocale
  fields: readonly TemplateField[]
  /** Its bytes are durable. */
  base: UsableBase
  createdBy: string
  at: Date
  /** Idempotency key and digest of the request; null: always inserts. */
  repeatable: { key: string; request_sha256: string } | null
}

/** Inserts a template with its first version. Returns its id; null when the key was used before. */
export async function insertTemplate(trx: Transaction<Database>, input: TemplateToInsert): Promise<string | null> {
  const { company, name, locale, fields, base, createdBy, at, repeatable } = input
  const who = { created_by: createdBy, created_at: at }
  const row = await trx
    .insertInto('template')
    .values({
      id: randomUUID(),
      id_company: company,
      name,
      key: repeatable?.key ?? null,
      request_sha256: repeatable?.request_sha256 ?? null,
      updated_by: createdBy,
      updated_at: at,
      ...who,
    })
    .onConflict((conflict) => conflict.columns(['created_by', 'key']).where('key', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  const pdf_path = await keepBase(trx, company, base, at)
  await trx
    .insertInto('template_version')
    .values({ id_template: row.id, version: 1, name, locale, pdf_path, fields: JSON.stringify(fields), ...who })
    .execute()
  return row.id
}
