import type { Database } from '@foja/db/schema'
import type { Kysely, Selectable } from 'kysely'
import type { TemplateBaseTable } from '@foja/db/template-tables'

/** A row of a base PDF. */
export type BaseRow = Selectable<TemplateBaseTable>

/** The base PDF of an opaque handle. */
export async function findBase(db: Kysely<Database>, pdfPath: string): Promise<BaseRow | undefined> {
  return await db.selectFrom('template_base').where('pdf_path', '=', pdfPath).selectAll().executeTakeFirst()
}
