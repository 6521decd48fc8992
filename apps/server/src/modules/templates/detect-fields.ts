import type { detectFields as endpoint } from '@foja/contracts/templates'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { pdfProblem } from '../documents/public.ts'
import { requireBase } from './base.ts'

/**
 * Converts the form fields of a PDF to template fields.
 * @throws ProblemError not_found, document_not_pdf, file_too_large, pdf_damaged, pdf_encrypted, pdf_xfa,
 * pdf_cannot_be_filled, unavailable
 */
export async function detectFields(ctx: Ctx, pdfPath: string): Promise<z.input<(typeof endpoint.replies)[200]>> {
  const { blob_key } = await requireBase(ctx, pdfPath)
  try {
    return await ctx.filler.detectFields(await pdfSource(ctx.store, blob_key))
  } catch (error) {
    throw pdfProblem(error, { field: 'pdf_path' })
  }
}
