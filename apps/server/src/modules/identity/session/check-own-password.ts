import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../../http/throttle.ts'
import { checkPassword } from './passwords.ts'

/** Checking a correct password costs as much as a wrong one; normal use needs fewer checks in a quarter of an hour. */
const rule: ThrottleRule = { tries: 120, seconds: 900 }
/**
 * Separate counters: a stranger who knows the password, but not the second factor, must not lock the user out of known
 * browsers and open sessions.
 */
const names = { stranger: 'passwords looked at', known: 'passwords looked at, known' } as const

/**
 * Like `checkPassword`, rate-limited per account. Correct passwords count too, so that users cannot have their own
 * password checked without end. `from`: `known` if the request comes from a known browser or an open session.
 * @throws ProblemError unavailable, too_many_attempts; in both cases the password was not checked
 */
export async function checkOwnPassword(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { whose, from }: { whose: string; from: keyof typeof names },
  stored: string | null,
  password: string,
): Promise<boolean> {
  const throttle = createThrottle(db, clock)
  const name = names[from]
  const { allowed, retryAfter } = await throttle.hit(name, whose, rule)
  if (!allowed) throw new ProblemError('too_many_attempts', { retryAfter })
  try {
    return await checkPassword(whose, stored, password)
  } catch (error) {
    if (wasNotChecked(error)) await throttle.refund(name, whose)
    throw error
  }
}

/** True if the password check ended before the password was checked. */
export const wasNotChecked = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && (error.code === 'unavailable' || error.code === 'too_many_attempts')
