import type { Actor } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { findBase, type BaseRow } from './template-base.ts'
import { findVersionByPath } from './documents.queries.ts'
import type { Pictured } from './page-images.ts'
import { requireDocument } from './require-document.ts'

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
