import type { PageImage } from '@foja/pdf/renderer'
import type { Ctx } from '../../../context.ts'
import type { Semaphore } from '../../../lib/semaphore.ts'
import { ProblemError } from '../../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { pdfProblem } from '../../documents/public.ts'
import type { SentFiles } from './sent-files.ts'

type Wanted = { handle: string; page: number; signedBytes: number | undefined; dpi: number | undefined }

/** Enough for a long file page by page, as it is and as it was signed. */
const pagesByAddress: ThrottleRule = { tries: 1200, seconds: 15 * 60 }

/**
 * Draws one page of a file uploaded for verification, or of one of its signed revisions. Nothing is written to disk.
 * The handle of 256 random bits is the only credential, so that a browser switching between IPv4 and IPv6 keeps its
 * images.
 * @throws ProblemError not_found, page_not_found, pdf_damaged, pdf_encrypted, pdf_xfa, too_many_attempts, unavailable
 */
export async function drawSentPage(
  ctx: Ctx<null> & { sent: SentFiles; drawing: Semaphore },
  { handle, page, signedBytes, dpi }: Wanted,
): Promise<PageImage> {
  await slowDown(ctx, 'verify page', ctx.ip, pagesByAddress)
  const file = ctx.sent.open(handle)
  const isKnown = signedBytes === undefined || file?.revisions.includes(signedBytes) === true
  if (file === undefined || !isKnown) throw new ProblemError('not_found')
  const leave = await ctx.drawing.enter()
  try {
    const bytes = signedBytes === undefined ? file.bytes : file.bytes.subarray(0, signedBytes)
    return await ctx.renderer.renderPage(bytes, { page, ...(dpi === undefined ? {} : { dpi }) })
  } catch (error) {
    throw pdfProblem(error)
  } finally {
    leave()
  }
}
