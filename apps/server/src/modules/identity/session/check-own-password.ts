import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../../http/throttle.ts'
import { checkPassword } from './passwords.ts'

/** A right password costs as much to look at as a wrong one: more of them in a quarter of an hour is nobody who works. */
const rule: ThrottleRule = { tries: 120, seconds: 900 }
/**
 * Counted apart: a stranger who has somebody's password, and not their second factor, keeps them out of neither the
 * browsers that they use nor the sessions that are open there.
 */
const names = { stranger: 'passwords looked at', known: 'passwords looked at, known' } as const

/**
 * As `checkPassword`, for the account of a person. What is looked at counts whether it is right or not, so that somebody
 * with a password of their own cannot have it looked at without end. `from`: whether it was said where the account is
 * known, in a browser or a session of its.
 * @throws ProblemError unavailable, too_many_attempts; then nothing was looked at
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
    if (wasNotLookedAt(error)) await throttle.refund(name, whose)
    throw error
  }
}

/** Whether a check of a password ended before the password was looked at. */
export const wasNotLookedAt = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && (error.code === 'unavailable' || error.code === 'too_many_attempts')
