import * as z from 'zod/mini'
import { ProblemError } from './problem.ts'

/**
 * What `schema` says of a value that somebody sent. The checks of lengths look at whatever has a `length`, and one that
 * is no number makes them throw: such a value is wrong like any other.
 * @throws ProblemError validation_failed
 */
export function judge<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return z.safeParse(schema, value)
  } catch (cause) {
    throw new ProblemError('validation_failed', { cause })
  }
}
