import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'

const toldToPerson: ThrottleRule = { tries: 200, seconds: 3600 }

/**
 * Rate-limits how many taken addresses of other companies a gestor learns about. Creating users reveals them, an import
 * again at each correction; the limit keeps non-admins from probing lists of addresses.
 * @throws ProblemError too_many_attempts
 */
export async function countInUse({ db, clock, actor }: Ctx, addresses: number): Promise<void> {
  if (actor.role === 'admin' || addresses === 0) return
  const throttle = createThrottle(db, clock)
  const { allowed, retryAfter } = await throttle.hit('addresses in use', actor.id, toldToPerson, addresses)
  if (!allowed) throw new ProblemError('too_many_attempts', { retryAfter })
}

/** Counts a refused address against that limit; returns the problem. */
export async function countRefusal(ctx: Ctx, problem: unknown): Promise<unknown> {
  if (problem instanceof ProblemError && problem.code === 'email_in_use') await countInUse(ctx, 1)
  return problem
}
