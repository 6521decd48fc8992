/**
 * What can go wrong when a PDF is read or drawn.
 *
 * - `pdf_invalid`: not a PDF, or damaged beyond what the repair for rendering can save.
 * - `pdf_password`: the file cannot be opened without a password.
 * - `pdf_xfa`: a dynamic XFA form (ISO 32000-2 removed XFA); its pages hold only a "please wait" notice.
 * - `page_not_found`: the page number is outside of 1…pages.
 * - `render_timeout`, `render_memory`: the file went over the limit of time or memory for one page.
 * - `render_busy`: the queue is full; trying again later helps.
 * - `render_failed`: anything else (the source cannot be read, the engine stopped, the renderer is closed).
 */
export type PdfErrorCode =
  | 'pdf_invalid'
  | 'pdf_password'
  | 'pdf_xfa'
  | 'page_not_found'
  | 'render_timeout'
  | 'render_memory'
  | 'render_busy'
  | 'render_failed'

export class PdfError extends Error {
  readonly code: PdfErrorCode

  constructor(code: PdfErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PdfError'
    this.code = code
  }
}
