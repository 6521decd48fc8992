import type { Actor } from '@foja/contracts/policies'
import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import { foldSearch } from '@foja/db/search'
import type { Database } from '@foja/db/schema'
import { sql, type Kysely, type Transaction } from 'kysely'

/** Templates in their newest version, or in `version`, with base, author and editor. */
function selectTemplates(db: Kysely<Database>, version?: number) {
  return db
    .selectFrom('template')
    .innerJoin('template_version as state', (join) =>
      join
        .onRef('state.id_template', '=', 'template.id')
        .on((eb) => eb('state.version', '=', version ?? eb.ref('template.version'))),
    )
    .innerJoin('template_base as base', 'base.pdf_path', 'state.pdf_path')
    .innerJoin('app_user as author', 'author.id', 'template.created_by')
    .innerJoin('app_user as editor', 'editor.id', 'template.updated_by')
    .select([
      'template.id',
      'template.id_company',
      'template.uses',
      'template.last_used_at',
      'template.archived_at',
      'template.created_by',
      'template.updated_by',
      'template.created_at',
      'template.updated_at',
      'state.version',
      'state.name',
      'state.locale',
      'state.pdf_path',
      'base.paginas',
      'author.nombre as author_nombre',
      'author.email as author_email',
      'editor.nombre as editor_nombre',
      'editor.email as editor_email',
    ])
    .select(sql<number>`jsonb_array_length(state.fields)`.as('field_count'))
}
export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectTemplates>['executeTakeFirstOrThrow']>>

/** Maximum number in the list; an office has dozens. */
const mostListed = 1000

/** The folded words of a name (`foldSearch`), each after a space. */
const foldedName = sql<string>`' ' || fold_search(template.name)`

export type TemplateFilter = { q: string; archived: boolean; limit?: number }

/** The templates that `actor` may read, last changed first; each word of `q` is a prefix of a word of the name. */
export async function findTemplates(db: Kysely<Database>, actor: Actor, filter: TemplateFilter): Promise<SummaryRow[]> {
  let select = selectTemplates(db).where('template.archived_at', filter.archived ? 'is not' : 'is', null)
  if (actor.role !== 'admin') select = select.where('template.id_company', '=', actor.id_company)
  const words = foldSearch(filter.q).split(' ').filter(Boolean).slice(0, 10)
  // Folded words consist of letters and digits, without LIKE wildcards.
  for (const word of words) select = select.where(sql<boolean>`${foldedName} like ${`% ${word}%`}`)
  return await select
    .orderBy('template.updated_at', 'desc')
    .orderBy('template.id')
    .limit(filter.limit ?? mostListed)
    .execute()
}

/** A template with the fields of its newest version, or of `version`. */
export async function findTemplate(db: Kysely<Database>, id: string, version?: number) {
  const row = await selectTemplates(db, version)
    .where('template.id', '=', id)
    .select(['state.fields', 'base.page_sizes', 'base.blob_key', 'base.sha256', 'base.size'])
    .executeTakeFirst()
  // Only data validated by the contract's schema is written there.
  return row && { ...row, locale: row.locale as TemplateLocale, fields: row.fields as TemplateField[] }
}
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>

const mostVersions = 500

/** The versions of a template, newest first. */
export async function findTemplateVersions(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('template_version as state')
    .innerJoin('app_user', 'app_user.id', 'state.created_by')
    .where('state.id_template', '=', id)
    .select(['state.version', 'state.name', 'state.created_by', 'state.created_at'])
    .select(['app_user.nombre as author_nombre', 'app_user.email as author_email'])
    .select(sql<number>`jsonb_array_length(state.fields)`.as('field_count'))
    .orderBy('state.version', 'desc')
    .limit(mostVersions)
    .execute()
}
export type StateRow = Awaited<ReturnType<typeof findTemplateVersions>>[number]

/** Locks the row of a template until the transaction ends. */
export async function findTemplateForUpdate(trx: Transaction<Database>, id: string) {
  return await trx.selectFrom('template').where('id', '=', id).selectAll().forNoKeyUpdate().executeTakeFirst()
}
