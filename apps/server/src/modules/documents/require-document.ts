import type { Actor, PolicyName } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { authorize } from '../../http/authorize.ts'
import { asResource } from './documents.presenter.ts'
import {
  findDocumentRow,
  isSharedWith,
  type DocumentRow,
  findVersionByPath,
  findAnyDocumentRow,
} from './documents.queries.ts'
import { ProblemError } from '../../http/problem.ts'
import { findBase, type BaseRow } from './template-base.ts'
import type { Pictured } from './page-images.ts'
import { lockCase } from '../case-locks/public.ts'

/** Returns a document for which the actor has the permission `policy`; throws `not_found` or `forbidden`. */
export async function requireDocument(
  db: Kysely<Database>,
  actor: Actor,
  policy: PolicyName,
  id: string,
): Promise<DocumentRow> {
  const row = await findDocumentRow(db, id)
  const resource = row === undefined ? undefined : asResource(row, await isSharedWith(db, id, actor.id))
  authorize(policy, actor, resource)
  return row!
}

/** The PDF of a handle; `base` is set when it is the base of templates, else it is a version of a document. */
export type ReadablePdf = Pictured & { size: number; nombre: string | null; base: BaseRow | null }

/**
 * Returns the PDF of an opaque handle that the actor may read: a version of a document, or the base PDF of templates.
 * @throws ProblemError not_found, document_not_pdf
 */
export async function requirePdf(db: Kysely<Database>, actor: Actor, pdfPath: string): Promise<ReadablePdf> {
  const base = await findBase(db, pdfPath)
  if (base !== undefined) {
    authorize('template.read', actor, { id_company: base.id_company, created_by: null })
    const { blob_key, sha256, page_sizes, size } = base
    const content = { kind: 'base', pdf_path: pdfPath } as const
    return { content, blob_key, sha256, page_sizes, size, nombre: null, base }
  }
  const version = await findVersionByPath(db, pdfPath)
  if (version === undefined) throw new ProblemError('not_found')
  const row = await requireDocument(db, actor, 'document.read', version.id_documento)
  if (row.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: row.nombre })
  const { id, blob_key, sha256, page_sizes, size } = version
  const content = { kind: 'version', id } as const
  return { content, blob_key, sha256, page_sizes, size, nombre: row.nombre, base: null }
}

/**
 * Locks a document, in the recycle bin or not, with its case file and request, until the transaction ends. The order of
 * locks is that of casework. Returns undefined when there is none.
 */
export async function lockStoredDocument(trx: Transaction<Database>, id: string): Promise<DocumentRow | undefined> {
  const found = await findAnyDocumentRow(trx, id)
  if (found === undefined) return undefined
  if (found.id_solicitud_main !== null) await lockCase(trx, found.id_solicitud_main)
  if (found.id_solicitud !== null) {
    await trx
      .selectFrom('solicitud')
      .select('id_solicitud')
      .where('id_solicitud', '=', found.id_solicitud)
      .forNoKeyUpdate()
      .execute()
  }
  await trx.selectFrom('document').select('id_documento').where('id_documento', '=', id).forUpdate().execute()
  return await findAnyDocumentRow(trx, id)
}
