import { isReadable } from '@foja/contracts/recipient-rules'
import { fieldsOfRecipient } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import type { LinkContent } from './signed-link.ts'

const running = (db: Kysely<Database>) =>
  db
    .selectFrom('request_document as part')
    .innerJoin('request', 'request.id', 'part.id_request')
    .innerJoin('document', 'document.id_documento', 'part.id_documento')
    .where('request.status', '=', 'enviada')
    .select('document.nombre')

/**
 * Requires that no signing request runs on a document: until its end only its recipients change it.
 * @throws ProblemError document_requested
 */
export async function requireNotRequested(db: Kysely<Database>, idDocumento: string): Promise<void> {
  const row = await running(db).where('part.id_documento', '=', idDocumento).executeTakeFirst()
  if (row !== undefined) throw new ProblemError('document_requested', { subject: row.nombre })
}

/**
 * The same for all documents of a case file, which must have no open request for documents either.
 * @throws ProblemError document_requested, case_requested
 */
export async function requireNoneRequested(db: Kysely<Database>, idMain: string): Promise<void> {
  const row = await running(db).where('request.id_solicitud_main', '=', idMain).executeTakeFirst()
  if (row !== undefined) throw new ProblemError('document_requested', { subject: row.nombre })
  const open = await db
    .selectFrom('request')
    .where('id_solicitud_main', '=', idMain)
    .where('kind', '=', 'documentos')
    .where('status', '=', 'enviada')
    .select('titulo')
    .executeTakeFirst()
  if (open !== undefined) throw new ProblemError('case_requested', { subject: open.titulo })
}

/**
 * Locks the documents of a request that is about to be sent; the same check for each of them.
 * @throws ProblemError document_requested, request_closed for a document in the recycle bin
 */
export async function lockForRequest(trx: Transaction<Database>, idRequest: string): Promise<void> {
  const parts = trx.selectFrom('request_document').where('id_request', '=', idRequest).select('id_documento')
  const documents = await trx
    .selectFrom('document')
    .where('id_documento', 'in', parts)
    .select(['id_documento', 'deleted_at'])
    .orderBy('id_documento')
    .forNoKeyUpdate()
    .execute()
  if (documents.some(({ deleted_at }) => deleted_at !== null)) throw new ProblemError('request_closed')
  for (const { id_documento } of documents) await requireNotRequested(trx, id_documento)
}

/** A delivered file with the company and the owner of its case file. */
export async function findDeliveredFile(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('delivered_file as file')
    .innerJoin('requirement', 'requirement.id', 'file.id_requirement')
    .innerJoin('recipient as one', 'one.id', 'requirement.id_recipient')
    .innerJoin('request', 'request.id', 'one.id_request')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'request.id_solicitud_main')
    .where('file.id', '=', id)
    .select(['file.blob_key', 'file.size', 'file.sha256', 'file.nombre', 'file.mime', 'file.inspected'])
    .select((eb) => ['request.id_company', eb.fn.coalesce('main.created_by', 'request.created_by').as('owner')])
    .executeTakeFirst()
}

/** The requests that a recipient's link may show something of. */
const ofRecipient = (db: Kysely<Database>, recipient: string) =>
  db
    .selectFrom('recipient as one')
    .innerJoin('request', 'request.id', 'one.id_request')
    .innerJoin('company', 'company.id', 'request.id_company')
    .where('one.id', '=', recipient)
    .where('company.activa', '=', true)
    .select(['one.rol', 'one.status', 'request.status as request', 'request.expires_at', 'request.ended_at'])
    .select(['one.fills', 'one.filled_at'])

/**
 * True if a link of this recipient may show the content: a version of a document of their request, or a file that they
 * delivered, in a request that they may read at `now`.
 */
export async function recipientMayOpen(
  db: Kysely<Database>,
  { recipient, content, now }: { recipient: string; content: LinkContent; now: Date },
): Promise<boolean> {
  if (content.kind !== 'version' && content.kind !== 'delivered') return false
  const own = ofRecipient(db, recipient)
  const rows =
    content.kind === 'version'
      ? own
          .innerJoin('request_document as part', 'part.id_request', 'request.id')
          .innerJoin('document_version as version', 'version.id_documento', 'part.id_documento')
          .where('version.id', '=', content.id)
      : own
          .innerJoin('requirement', 'requirement.id_recipient', 'one.id')
          .innerJoin('delivered_file as file', 'file.id_requirement', 'requirement.id')
          .where('file.id', '=', content.id)
  const row = await rows.executeTakeFirst()
  return row !== undefined && isReadable({ ...row, mayDelegate: false, fields: fieldsOfRecipient(row) }, row, now)
}
