import type { Database } from '@foja/db/schema'
import type { Kysely, Selectable } from 'kysely'
import type { TemplateBaseTable } from '@foja/db/template-tables'

// Nothing here may lead to the documents' module, which builds upon it.

/** A base PDF as the database holds it. */
export type BaseRow = Selectable<TemplateBaseTable>

/** The base PDF behind an opaque handle. */
export async function findBase(db: Kysely<Database>, pdfPath: string): Promise<BaseRow | undefined> {
  return await db.selectFrom('template_base').where('pdf_path', '=', pdfPath).selectAll().executeTakeFirst()
}
