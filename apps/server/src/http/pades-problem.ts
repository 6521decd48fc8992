import type { ErrorCode } from '@foja/contracts/problem'
import { PadesError, type PadesErrorCode } from '@foja/pades/errors'
import { reasonOf } from '../texts/engine-reasons.ts'
import { ProblemError } from './problem.ts'

/**
 * Engine codes that users know by another name, and causes that are server errors (`internal`): a reservation too
 * small, a digest that does not match.
 */
const otherNames = {
  placeholder_too_small: 'internal',
  signature_mismatch: 'internal',
  pdf_not_signed: 'document_not_signed',
  timestamp_damaged: 'timestamp_failed',
  revocation_damaged: 'revocation_unavailable',
  revocation_refused: 'revocation_unavailable',
  revocation_unsupported: 'revocation_unavailable',
} as const satisfies Partial<Record<PadesErrorCode, ErrorCode>>

function isRenamed(code: PadesErrorCode): code is keyof typeof otherNames {
  return code in otherNames
}

/** Maps an error of the signing engine to a problem; most codes are the same. Other errors are returned unchanged. */
export function padesProblem(error: unknown, subject?: string): unknown {
  if (!(error instanceof PadesError)) return error
  const code: ErrorCode = isRenamed(error.code) ? otherNames[error.code] : error.code
  return new ProblemError(code, { subject, because: reasonOf(error), cause: error })
}
