import type { ErrorCode } from '@foja/contracts/problem'
import { PdfError, type PdfErrorCode } from '@foja/pdf/renderer'
import { ProblemError, type ProblemOptions } from '../../http/problem.ts'

const codes: Record<PdfErrorCode, ErrorCode> = {
  pdf_invalid: 'pdf_damaged',
  pdf_password: 'pdf_encrypted',
  pdf_xfa: 'pdf_xfa',
  page_not_found: 'page_not_found',
  pdf_encrypted: 'pdf_encrypted',
  pdf_signed: 'pdf_cannot_be_filled',
  pdf_cannot_be_filled: 'pdf_cannot_be_filled',
  text_not_encodable: 'text_not_encodable',
  image_unsupported: 'image_unsupported',
  render_timeout: 'pdf_damaged',
  render_memory: 'pdf_damaged',
  render_failed: 'unavailable',
  render_busy: 'unavailable',
}

/** Maps an error of the renderer to a `ProblemError`; returns any other error unchanged. */
export function pdfProblem(error: unknown, options: Pick<ProblemOptions, 'subject' | 'field'> = {}): unknown {
  if (!(error instanceof PdfError)) return error
  return new ProblemError(codes[error.code], { ...options, cause: error })
}
