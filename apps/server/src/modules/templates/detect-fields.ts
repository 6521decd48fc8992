import type { Actor } from '@foja/contracts/policies'
import type { detectFields as endpoint } from '@foja/contracts/templates'
import type * as z from 'zod/mini'
import { pdfSource } from '../../lib/pdf-source.ts'
import { pdfProblem } from '../documents/public.ts'
import { requireBase } from './base.ts'
import type { TemplateDeps } from './template-context.ts'

/**
 * Converts the form fields of a PDF to template fields.
 * @throws ProblemError not_found, document_not_pdf, file_too_large, pdf_damaged, pdf_encrypted, pdf_xfa,
 * pdf_cannot_be_filled, unavailable
 */
export async function detectFields(
  deps: Pick<TemplateDeps, 'db' | 'store' | 'pageCache' | 'filler'>,
  actor: Actor,
  pdfPath: string,
): Promise<z.input<(typeof endpoint.replies)[200]>> {
  const { blob_key } = await requireBase(deps, actor, pdfPath)
  try {
    return await deps.filler.detectFields(await pdfSource(deps.store, blob_key))
  } catch (error) {
    throw pdfProblem(error, { field: 'pdf_path' })
  }
}
