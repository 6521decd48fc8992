import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
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
