import type { AppDeps } from '../deps.ts'
import { slowDown, type ThrottleRule } from './throttle.ts'

const rule: ThrottleRule = { tries: 60, seconds: 15 * 60 }

/**
 * Rate-limits bulk exports (CSV, ZIP) per user.
 * @throws ProblemError too_many_attempts
 */
export async function limitExports(deps: Pick<AppDeps, 'db' | 'clock'>, person: { id: string }): Promise<void> {
  await slowDown(deps, 'taking out', person.id, rule)
}
