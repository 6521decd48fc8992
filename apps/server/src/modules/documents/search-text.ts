import type { searchDocument } from '@foja/contracts/documents'
import type * as z from 'zod/mini'
import type { AppDeps } from '../../deps.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow, VersionRow } from './documents.queries.ts'
import { pdfProblem } from './pdf-problem.ts'

type Found = z.input<(typeof searchDocument.replies)[200]>

/**
 * Finds a text in one version of a document that the actor may read.
 * @throws ProblemError document_not_pdf, pdf_damaged, pdf_encrypted, pdf_xfa, unavailable
 */
export async function searchText(
  deps: Pick<AppDeps, 'store' | 'renderer'>,
  document: DocumentRow,
  version: VersionRow,
  query: string,
): Promise<Found> {
  if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
  try {
    const source = await pdfSource(deps.store, version.blob_key)
    const { hits, hasText, more } = await deps.renderer.searchText(source, { query })
    return { has_text: hasText, more, hits }
  } catch (error) {
    throw pdfProblem(error)
  }
}
