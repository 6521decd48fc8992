import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** The version of a printed verification code, if its document is not deleted. */
export async function findCodedVersion(db: Kysely<Database>, code: string) {
  return await db
    .selectFrom('verification_code')
    .innerJoin('document', 'document.id_documento', 'verification_code.id_documento')
    .innerJoin('document_version as version', (join) =>
      join
        .onRef('version.id_documento', '=', 'verification_code.id_documento')
        .onRef('version.version', '=', 'verification_code.version'),
    )
    .where('verification_code.code', '=', code)
    .where('document.deleted_at', 'is', null)
    .select([
      'document.id_documento',
      'document.id_company',
      'document.nombre',
      'version.id',
      'version.version',
      'version.blob_key',
      'version.size',
      'version.sha256',
      'version.paginas',
      'version.page_sizes',
      'version.created_at',
    ])
    .executeTakeFirst()
}
export type CodedVersion = NonNullable<Awaited<ReturnType<typeof findCodedVersion>>>

/** True if a version has a printed code and its document is not deleted. */
export async function hasOpenCode(db: Kysely<Database>, idVersion: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_version as version')
    .innerJoin('verification_code', (join) =>
      join
        .onRef('verification_code.id_documento', '=', 'version.id_documento')
        .onRef('verification_code.version', '=', 'version.version'),
    )
    .innerJoin('document', 'document.id_documento', 'version.id_documento')
    .where('version.id', '=', idVersion)
    .where('document.deleted_at', 'is', null)
    .select('version.id')
    .executeTakeFirst()
  return row !== undefined
}

/** True if the visible document changed after a version; added validation data does not count. */
export async function changedAfter(db: Kysely<Database>, idDocumento: string, version: number): Promise<boolean> {
  const later = await db
    .selectFrom('document_version')
    .where('id_documento', '=', idDocumento)
    .where('version', '>', version)
    .where('origin', '!=', 'extend')
    .select('version')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}
