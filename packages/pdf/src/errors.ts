/**
 * What can go wrong when a PDF is read, drawn or filled.
 *
 * - `pdf_invalid`: not a PDF, or damaged beyond what the repair for rendering can save.
 * - `pdf_password`: the file cannot be opened without a password.
 * - `pdf_xfa`: an XFA form (ISO 32000-2 removed XFA): to draw, only a dynamic one, whose pages hold but a "please wait"
 *   notice; to fill, every one, as its other half would still say what it said before.
 * - `page_not_found`: the page number is outside of 1…pages.
 * - `pdf_encrypted`: to be filled, a file must not be encrypted, not even when it opens without a password.
 * - `pdf_signed`: the file bears a signature, which filling would break.
 * - `pdf_cannot_be_filled`: anything else of the file that keeps it from being filled; `detail.reason` says what.
 * - `text_not_encodable`: no typeface has a character; `detail.characters` names them, `detail.field` where they are.
 * - `image_unsupported`: not a PNG or JPEG that can be placed; `detail.field` says where.
 * - `render_timeout`, `render_memory`: the file went over the limit of time or memory for one page or one filling.
 * - `render_busy`: the queue is full; trying again later helps.
 * - `render_failed`: anything else (the source cannot be read, the engine stopped, the threads were ended).
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

/** `field`: key of the template field; `characters`: what cannot be written; `reason`: a few English words. */
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
