/**
 * Failures of reading, drawing and filling a PDF.
 *
 * - `pdf_invalid`: not a PDF, or damaged beyond the repair for rendering.
 * - `pdf_password`: the file needs a password to open.
 * - `pdf_xfa`: an XFA form (ISO 32000-2 removed XFA). For drawing, only dynamic ones, whose pages hold just a "please
 * wait" notice; for filling, every one, because the XFA part would keep the old values.
 * - `page_not_found`: the page number is outside of 1…pages.
 * - `pdf_encrypted`: encrypted files cannot be filled, even when they open without a password.
 * - `pdf_signed`: the file has a signature, which filling would break.
 * - `pdf_cannot_be_filled`: any other obstacle to filling, named in `detail.reason`.
 * - `text_not_encodable`: no typeface has a character; `detail.characters` names them, `detail.field` the place.
 * - `image_unsupported`: not a PNG or JPEG that can be placed; `detail.field` names the place.
 * - `render_timeout`, `render_memory`: over the limit of time or memory for one page or one filling.
 * - `render_busy`: the queue is full; retrying later helps.
 * - `render_failed`: anything else (source unreadable, engine stopped, threads closed).
 */
export type PdfErrorCode =
  | 'pdf_invalid'
  | 'pdf_password'
  | 'pdf_xfa'
  | 'page_not_found'
  | 'pdf_encrypted'
  | 'pdf_signed'
  | 'pdf_cannot_be_filled'
  | 'text_not_encodable'
  | 'image_unsupported'
  | 'render_timeout'
  | 'render_memory'
  | 'render_busy'
  | 'render_failed'

/** `field`: key of the template field; `characters`: the unsupported ones; `reason`: a few English words. */
export type PdfErrorDetail = { field?: string; characters?: string; reason?: string }

export class PdfError extends Error {
  readonly code: PdfErrorCode
  readonly detail: PdfErrorDetail

  constructor(code: PdfErrorCode, message: string, options: ErrorOptions & { detail?: PdfErrorDetail } = {}) {
    super(message, options)
    this.name = 'PdfError'
    this.code = code
    this.detail = options.detail ?? {}
  }
}
