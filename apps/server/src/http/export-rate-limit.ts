import type { Ctx } from '../context.ts'
import { slowDown, type ThrottleRule } from './throttle.ts'

const rule: ThrottleRule = { tries: 60, seconds: 15 * 60 }

/**
 * Rate-limits bulk exports (CSV, ZIP) per user.
 * @throws ProblemError too_many_attempts
 */
export async function limitExports(ctx: Ctx): Promise<void> {
  await slowDown(ctx, 'taking out', ctx.actor.id, rule)
}
