import * as z from 'zod/mini'
import { fieldErrors } from '../texts/field-errors.ts'
import { ProblemError } from './problem.ts'

/**
 * What `schema` makes of a value that somebody sent. The checks of lengths look at whatever has a `length`, and one that
 * is no number makes them throw: such a value is wrong like any other. `within`: the field that it all belongs to.
 * @throws ProblemError validation_failed
 */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown, within?: string): z.output<S> {
  let parsed
  try {
    parsed = z.safeParse(schema, value)
  } catch (cause) {
    throw new ProblemError('validation_failed', { cause })
  }
  if (!parsed.success) throw new ProblemError('validation_failed', { errors: fieldErrors(parsed.error.issues, within) })
  return parsed.data
}
