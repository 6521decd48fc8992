import type { Ctx } from '../../context.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { trustOf } from '../verification-core/public.ts'
import { rulesOf } from './signing-settings.ts'

/** Authorities count, and some charge for, each timestamp. */
const tries: ThrottleRule = { tries: 20, seconds: 15 * 60 }

/**
 * Requests a timestamp of random bytes from the company's authority.
 * @throws ProblemError timestamp_not_configured, timestamp_failed, too_many_attempts
 */
export async function testTimestamp(ctx: Ctx) {
  const { db, clock, engine, actor } = ctx
  const { tsa } = await rulesOf(ctx)
  if (tsa === null) throw new ProblemError('timestamp_not_configured')
  const subject = actor.id_company ?? actor.id
  const { allowed, retryAfter } = await createThrottle(db, clock).hit('test_timestamp', subject, tries)
  if (!allowed) throw new ProblemError('too_many_attempts', { retryAfter })
  const trust = await trustOf(db, actor.id_company)
  try {
    const found = await engine.timestamp({ services: { tsa, ...trust, now: clock().getTime() } })
    return { tsa: found.tsa, time: new Date(found.time).toISOString(), trusted: found.trusted }
  } catch (error) {
    throw padesProblem(error)
  }
}
