import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

/** Documents, including deleted ones, with their current version, author and case file. */
function selectAnyDocuments(db: Kysely<Database>) {
  return db
    .selectFrom('document')
    .innerJoin('document_version as current', (join) =>
      join
        .onRef('current.id_documento', '=', 'document.id_documento')
        .onRef('current.version', '=', 'document.version'),
    )
    .innerJoin('app_user as author', 'author.id', 'document.created_by')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .select([
      'document.id_documento',
      'document.id_solicitud',
      'document.id_company',
      'document.nombre',
      'document.mime',
      'document.status_mediacion',
      'document.version',
      'document.signature_count',
      'document.signature_verdict',
      'document.created_by',
      'document.created_at',
      'document.deleted_at',
      'current.id as id_version',
      'current.pdf_path',
      'current.blob_key',
      'current.size',
      'current.sha256',
      'current.paginas',
      'current.page_sizes',
      'current.active_content',
      'author.nombre as author_nombre',
      'author.email as author_email',
      'solicitud.status as solicitud_status',
      'main.id_solicitud_main',
      'main.titulo',
      'main.created_by as main_created_by',
      sql<number>`(select count(*)::int from recipient_version simple
        where simple.id_documento = document.id_documento and simple.signature_id is not null)`.as('simple_count'),
      sql<string[]>`array(select distinct v.created_by from document_version v
        where v.id_documento = document.id_documento and v.origin = 'sign' and v.id_recipient is null)`.as('signed_by'),
    ])
}
export type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectAnyDocuments>['executeTakeFirstOrThrow']>>

/** True unless the document is of a case file in the recycle bin, which it leaves and is purged with. */
const caseRemains = sql<boolean>`(document.id_solicitud is null or solicitud.id_solicitud is not null)`

/** Documents without those in the recycle bin. */
export const selectDocuments = (db: Kysely<Database>) => selectAnyDocuments(db).where('document.deleted_at', 'is', null)

/** The documents of several requests, in order. */
export async function findDocumentsOfSolicitudes(db: Kysely<Database>, solicitudes: string[]): Promise<DocumentRow[]> {
  if (solicitudes.length === 0) return []
  return await selectDocuments(db)
    .where('document.id_solicitud', 'in', solicitudes)
    .orderBy('document.id_solicitud')
    .orderBy('document.position')
    .execute()
}

export async function findDocumentRow(db: Kysely<Database>, id: string): Promise<DocumentRow | undefined> {
  return await selectDocuments(db).where('document.id_documento', '=', id).executeTakeFirst()
}

/** A document, in the recycle bin or not. */
export async function findAnyDocumentRow(db: Kysely<Database>, id: string): Promise<DocumentRow | undefined> {
  return await selectAnyDocuments(db).where('document.id_documento', '=', id).executeTakeFirst()
}

/** The case file in the recycle bin that contains the request; null: none. */
export async function deletedCaseOf(db: Kysely<Database>, idSolicitud: string | null): Promise<string | null> {
  if (idSolicitud === null) return null
  const row = await db
    .selectFrom('deleted_case')
    .where('ids', '@>', sql<string[]>`array[${idSolicitud}]::char(19)[]`)
    .select('id_solicitud_main')
    .executeTakeFirst()
  return row?.id_solicitud_main ?? null
}

/** Documents deleted after `since`, last deleted first, with the user who deleted them. */
export function selectDeleted(db: Kysely<Database>, since: Date) {
  return selectAnyDocuments(db)
    .leftJoin('app_user as remover', 'remover.id', 'document.deleted_by')
    .where('document.deleted_at', '>', since)
    .where(caseRemains)
    .select(['document.deleted_by', 'remover.nombre as remover_nombre', 'remover.email as remover_email'])
    .orderBy('document.deleted_at', 'desc')
    .orderBy('document.id_documento')
}
export type DeletedRow = Awaited<ReturnType<ReturnType<typeof selectDeleted>['executeTakeFirstOrThrow']>>

/** All versions of several documents, newest first. */
export async function findVersions(db: Kysely<Database>, documents: string[]) {
  if (documents.length === 0) return []
  return await db
    .selectFrom('document_version')
    .innerJoin('app_user', 'app_user.id', 'document_version.created_by')
    .leftJoin('recipient', 'recipient.id', 'document_version.id_recipient')
    .where('id_documento', 'in', documents)
    .selectAll('document_version')
    .select((eb) => [
      eb.fn.coalesce('recipient.nombre', 'app_user.nombre').as('author_nombre'),
      eb.fn.coalesce('recipient.email', 'app_user.email').as('author_email'),
    ])
    .orderBy('version', 'desc')
    .execute()
}
export type VersionRow = Awaited<ReturnType<typeof findVersions>>[number]

/** The version behind an opaque handle. */
export async function findVersionByPath(db: Kysely<Database>, pdfPath: string) {
  return await db.selectFrom('document_version').where('pdf_path', '=', pdfPath).selectAll().executeTakeFirst()
}

/** The version of a signed link, with its document's name, type, company and owner. */
export async function findVersionById(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('document_version')
    .innerJoin('document', 'document.id_documento', 'document_version.id_documento')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('document_version.id', '=', id)
    .where('document.deleted_at', 'is', null)
    .selectAll('document_version')
    .select(['document.nombre', 'document.mime', 'document.id_company'])
    .select((eb) => eb.fn.coalesce('main.created_by', 'document.created_by').as('owner'))
    .executeTakeFirst()
}
export type NamedVersion = NonNullable<Awaited<ReturnType<typeof findVersionById>>>

/** True if the document is shared with the user inside the company. */
export async function isSharedWith(db: Kysely<Database>, document: string, user: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_shared')
    .where('id_documento', '=', document)
    .where('id_user', '=', user)
    .select(sql`1`.as('one'))
    .executeTakeFirst()
  return row !== undefined
}

/** True if the document is the last of its request, which needs at least one. */
export async function isLastDocument(
  db: Kysely<Database>,
  { id_documento, id_solicitud }: Pick<DocumentRow, 'id_documento' | 'id_solicitud'>,
): Promise<boolean> {
  if (id_solicitud === null) return false
  const other = await db
    .selectFrom('document')
    .select('id_documento')
    .where('id_solicitud', '=', id_solicitud)
    .where('id_documento', '<>', id_documento)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}
