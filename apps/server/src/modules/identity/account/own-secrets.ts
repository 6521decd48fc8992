import type { AppDeps } from '../../../deps.ts'
import { ProblemError } from '../../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../../http/throttle.ts'
import { checkOwnPassword, wasNotChecked } from '../session/check-own-password.ts'

/** Same limit as at the sign-in: an attacker at an open session guesses no faster than a stranger. */
const rule: ThrottleRule = { tries: 10, seconds: 900 }

type Deps = Pick<AppDeps, 'db' | 'clock'>

/**
 * Rate-limits attempts at a secret of `user`. Resets the counter if `attempt` resolves; returns its result. Throws
 * `paused`.
 */
export async function limitAttempts<T>(
  { db, clock }: Deps,
  name: 'own password' | 'own code',
  user: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const throttle = createThrottle(db, clock)
  const { allowed, retryAfter } = await throttle.hit(name, user, rule)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
  try {
    const result = await attempt()
    await throttle.reset(name, user)
    return result
  } catch (error) {
    // The secret was not checked, so the attempt does not count.
    if (!wasNotChecked(error)) throw error
    await throttle.refund(name, user)
    // The limit of correct passwords is shared with the sign-in.
    throw error.code === 'too_many_attempts' ? new ProblemError('paused', error.options) : error
  }
}

/**
 * Requires the caller's own password; returns its hash.
 * @throws ProblemError password_wrong (of `current_password`), paused
 */
export async function requireOwnPassword(deps: Deps, user: string, password: string): Promise<string> {
  return await limitAttempts(deps, 'own password', user, async () => {
    const row = await deps.db.selectFrom('app_user').select('password_hash').where('id', '=', user).executeTakeFirst()
    const stored = row?.password_hash ?? null
    const matches = await checkOwnPassword(deps, { whose: user, from: 'known' }, stored, password)
    if (stored === null || !matches) throw new ProblemError('password_wrong', { field: 'current_password' })
    return stored
  })
}
