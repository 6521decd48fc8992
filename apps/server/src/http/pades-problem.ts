import type { ErrorCode } from '@foja/contracts/problem'
import { PadesError, type PadesErrorCode } from '@foja/pades/errors'
import { ProblemError } from './problem.ts'

/** Causes that are ours and not the person's: a reservation too small, a digest that does not fit. */
const faults = ['placeholder_too_small', 'signature_mismatch'] as const satisfies PadesErrorCode[]
type Fault = (typeof faults)[number]

function isFault(code: PadesErrorCode): code is Fault {
  return faults.some((fault) => fault === code)
}

/** An error of the signing engine as the caller should know it: the codes are the same; whatever else comes back as it is. */
export function padesProblem(error: unknown, subject?: string): unknown {
  if (!(error instanceof PadesError)) return error
  const code: ErrorCode = isFault(error.code) ? 'internal' : error.code
  return new ProblemError(code, { subject, cause: error })
}
