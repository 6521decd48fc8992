import type { Document, DocumentDetails } from '@foja/contracts/documents'
import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import { presentDocument, presentDocumentDetails, allowedActions, purgedBefore } from './documents.presenter.ts'
import {
  findDocumentRow,
  findDocumentsOfSolicitudes,
  findVersions,
  type DocumentRow,
  type VersionRow,
  selectDeleted,
  type DeletedRow,
} from './documents.queries.ts'
import type { Ctx } from '../../context.ts'

const most = 100

/** Documents that the caller may restore, of one request or of all, last deleted first. */
export async function deletedFor({ db, clock, actor }: Ctx, idSolicitud: string | undefined): Promise<DeletedRow[]> {
  let query = selectDeleted(db, purgedBefore(clock())).where((eb) =>
    eb.or([eb('solicitud.status', 'is', null), eb('solicitud.status', '<>', 'concluido')]),
  )
  if (idSolicitud !== undefined) query = query.where('document.id_solicitud', '=', idSolicitud)
  // The permissions as SQL, so that the limit counts only permitted rows.
  if (actor.role !== 'admin') query = query.where('document.id_company', '=', actor.id_company)
  if (actor.role === 'mediador' || actor.role === 'usuario') query = query.where('document.signature_count', '=', 0)
  if (actor.role === 'usuario') {
    query = query
      .where((eb) => eb.fn.coalesce('main.created_by', 'document.created_by'), '=', actor.id)
      .where((eb) => eb.or([eb('solicitud.status', 'is', null), eb('solicitud.status', '=', 'pendiente')]))
  }
  const rows = await query.limit(most).execute()
  return rows.filter((row) => allowedActions(row, actor).includes('delete'))
}

function groupBySolicitud<T>(rows: DocumentRow[], present: (row: DocumentRow) => T): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    if (row.id_solicitud === null) continue
    groups.set(row.id_solicitud, [...(groups.get(row.id_solicitud) ?? []), present(row)])
  }
  return groups
}

/** The documents of several requests, grouped by request, in order. */
export async function documentsOfSolicitudes(db: Kysely<Database>, ids: string[]): Promise<Map<string, Document[]>> {
  return groupBySolicitud(await findDocumentsOfSolicitudes(db, ids), presentDocument)
}

/** The documents of a request that the actor may read, with their versions and allowed actions. */
export async function documentDetailsOf(
  db: Kysely<Database>,
  solicitud: string,
  actor: Actor,
): Promise<DocumentDetails[]> {
  const rows = await findDocumentsOfSolicitudes(db, [solicitud])
  const versions = await findVersions(
    db,
    rows.map((row) => row.id_documento),
  )
  return rows.map((row) => presentDocumentDetails(row, versions, actor, rows.length === 1))
}

/** Locks a document until the transaction ends; throws `not_found` if it is in the recycle bin. */
export async function lockDocument(trx: Transaction<Database>, id: string): Promise<void> {
  const row = await trx
    .selectFrom('document')
    .select('id_documento')
    .where('id_documento', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found')
}

/** The document of an open share link: the link is the permission. Throws `not_found` once it is deleted. */
export async function requireSharedDocument(db: Kysely<Database>, id: string): Promise<DocumentRow> {
  const row = await findDocumentRow(db, id)
  if (row === undefined) throw new ProblemError('not_found')
  return row
}

/** Every version of a document that the actor may read, newest first. */
export async function versionsOf(db: Kysely<Database>, id: string): Promise<VersionRow[]> {
  return await findVersions(db, [id])
}

/** One version of a document that the actor may read; throws `not_found`. */
export async function versionOf(db: Kysely<Database>, id: string, version: number): Promise<VersionRow> {
  const found = (await findVersions(db, [id])).find((one) => one.version === version)
  if (found === undefined) throw new ProblemError('not_found')
  return found
}

/** Documents as the API presents them, without those in the recycle bin. */
export async function readDocuments(db: Kysely<Database>, ids: readonly string[]): Promise<Document[]> {
  const rows = await Promise.all(ids.map((id) => findDocumentRow(db, id)))
  return rows.flatMap((row) => (row === undefined ? [] : [presentDocument(row)]))
}
