import type { Actor } from '@foja/contracts/policies'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import type { UserDeps } from './user-context.ts'

const toldToPerson: ThrottleRule = { tries: 200, seconds: 3600 }

/**
 * Counts the addresses of which somebody is about to hear that people elsewhere have them. Whoever makes people must hear
 * it, of a file again at each correction; nobody but an administrator goes through lists of addresses to find who is here.
 * @throws ProblemError too_many_attempts
 */
export async function countInUse({ db, clock }: UserDeps, actor: Actor, addresses: number): Promise<void> {
  if (actor.role === 'admin' || addresses === 0) return
  const throttle = createThrottle(db, clock)
  const { allowed, retryAfter } = await throttle.hit('addresses in use', actor.id, toldToPerson, addresses)
  if (!allowed) throw new ProblemError('too_many_attempts', { retryAfter })
}

/** What is told of an address that the database refused, which is counted. */
export async function countRefusal(deps: UserDeps, actor: Actor, problem: unknown): Promise<unknown> {
  if (problem instanceof ProblemError && problem.code === 'email_in_use') await countInUse(deps, actor, 1)
  return problem
}
