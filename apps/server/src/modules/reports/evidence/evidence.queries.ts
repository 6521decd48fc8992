import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** The company for the report's letterhead. */
export async function findLetterhead(db: Kysely<Database>, id: string | null) {
  if (id === null) return undefined
  return await db
    .selectFrom('company')
    .where('id', '=', id)
    .select(['nombre', 'identificacion', 'pais', 'direccion', 'email', 'telefono', 'logo_key'])
    .executeTakeFirst()
}

/** Verification codes of a document, newest version first. */
export async function findCodes(db: Kysely<Database>, idDocumento: string) {
  return await db
    .selectFrom('verification_code')
    .where('id_documento', '=', idDocumento)
    .select(['code', 'version'])
    .orderBy('version', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

/** Names of documents, including deleted ones: events mention them. */
export async function findNames(db: Kysely<Database>, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document')
    .where('id_documento', 'in', ids)
    .select(['id_documento', 'nombre'])
    .execute()
  return new Map(rows.map((row) => [row.id_documento, row.nombre]))
}
