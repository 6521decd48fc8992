import { examine, type VerifyOptions } from './verify/examine.ts'
import type { VerificationReport } from './verify/report.ts'

export type { VerifyOptions } from './verify/examine.ts'
export type {
  Indication,
  Modification,
  OnlineProblem,
  RevocationSource,
  SignatureReport,
  Subindication,
  TimestampReport,
  VerificationReport,
} from './verify/report.ts'

/**
 * Verifies every signature of a PDF, found through its form fields: offline, with work bounded by counted steps. The
 * file is never repaired: an inexact one is refused.
 *
 * Timestamps of the document come first, the outermost one at `now` and each inner one at the time proven by the outer
 * ones; then each signature at its earliest proven time (ETSI EN 319 102-1 §5.5 and §5.6, reduced).
 *
 * @throws PadesError `pdf_not_a_pdf`, `pdf_encrypted`, `pdf_damaged` or `pdf_signed_and_damaged` when the file itself
 * is unreadable. A bad signature is reported, not thrown.
 */
export const verify = (pdf: Uint8Array, options: VerifyOptions): VerificationReport => examine(pdf, options).report
