import * as z from 'zod/mini'
import { fieldErrors } from '../texts/field-errors.ts'
import { ProblemError } from './problem.ts'

/** Errors in one answer: a hostile body may have thousands. */
const mostErrors = 20

/**
 * Validates a value from a request with `schema`. A `length` property that is not a number makes zod's length checks
 * throw; that counts as invalid too. `within`: name of the field that contains the value. Reports 20 errors at most.
 * @throws ProblemError validation_failed
 */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown, within?: string): z.output<S> {
  let parsed
  try {
    // With the input, to tell a wrong type from a missing value.
    parsed = z.safeParse(schema, value, { reportInput: true })
  } catch (cause) {
    throw new ProblemError('validation_failed', { cause })
  }
  if (!parsed.success) {
    throw new ProblemError('validation_failed', { errors: fieldErrors(parsed.error.issues, within, mostErrors) })
  }
  return parsed.data
}
