import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** Requests with their owners and titles. */
export async function findFolders(db: Kysely<Database>, ids: readonly string[]) {
  return await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_solicitud', 'in', ids)
    .select(['id_solicitud', 'solicitud.titulo', 'main.id_company', 'main.created_by'])
    .execute()
}

/** The newest version of each document of several requests, in order, or of several documents. */
export async function findFiles(
  db: Kysely<Database>,
  column: 'document.id_solicitud' | 'document.id_documento',
  ids: readonly string[],
) {
  return await db
    .selectFrom('document')
    .innerJoin('document_version as current', (join) =>
      join
        .onRef('current.id_documento', '=', 'document.id_documento')
        .onRef('current.version', '=', 'document.version'),
    )
    .where(column, 'in', ids)
    .where('document.deleted_at', 'is', null)
    .select([
      'document.id_documento',
      'document.id_solicitud',
      'document.nombre',
      'current.blob_key',
      'current.size',
      'current.sha256',
      'current.created_at',
    ])
    .orderBy('document.position')
    .orderBy('document.created_at')
    .orderBy('document.id_documento')
    .execute()
}
