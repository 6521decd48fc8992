import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'
import { createHash } from 'node:crypto'
import type { Clock } from '../deps.ts'
import { networkOf } from '../lib/network-of.ts'
import { ProblemError } from './problem.ts'

/** Number of tries per number of seconds. */
export type ThrottleRule = { tries: number; seconds: number }

export type ThrottleResult = { allowed: boolean; remaining: number; retryAfter: number }

/** Counts tries in the database, shared by all nodes and across restarts. */
export type Throttle = {
  /**
   * Counts one try of `subject` and returns whether it is allowed. Call it before checking the secret, so that
   * concurrent tries cannot all pass. `remaining`: tries left after this one; `retryAfter` in seconds. `amount`: counts
   * several; default 1.
   */
  hit: (name: string, subject: string, rule: ThrottleRule, amount?: number) => Promise<ThrottleResult>
  /** Takes one try back, for example after a success that must not count against others behind the same address. */
  refund: (name: string, subject: string) => Promise<void>
  /** Resets the counter of `subject`. */
  reset: (name: string, subject: string) => Promise<void>
}

/**
 * The subject (an email, an address, a token) is stored as a digest, so that the table does not reveal who tried what.
 * A network address is reduced to its network here, for every rule.
 */
const keyOf = (name: string, subject: string) =>
  `${name}:${createHash('sha256').update(networkOf(subject)).digest('base64url')}`

export function createThrottle(db: Kysely<Database>, clock: Clock): Throttle {
  return {
    async hit(name, subject, { tries, seconds }, amount = 1) {
      const now = clock()
      const key = keyOf(name, subject)
      const expired = new Date(now.getTime() - seconds * 1000)
      const row = await db
        .insertInto('throttle')
        .values({ key, count: amount, window_start: now })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when throttle.window_start <= ${expired} then ${amount}::integer else throttle.count + ${amount}::integer end`,
            window_start: sql<Date>`case when throttle.window_start <= ${expired} then ${now} else throttle.window_start end`,
          }),
        )
        .returning(['count', 'window_start'])
        .executeTakeFirstOrThrow()
      const ends = row.window_start.getTime() + seconds * 1000
      return {
        allowed: row.count <= tries,
        remaining: Math.max(0, tries - row.count),
        retryAfter: Math.max(1, Math.ceil((ends - now.getTime()) / 1000)),
      }
    },
    async refund(name, subject) {
      await db
        .updateTable('throttle')
        .set({ count: sql<number>`greatest(count - 1, 0)` })
        .where('key', '=', keyOf(name, subject))
        .execute()
    },
    async reset(name, subject) {
      await db.deleteFrom('throttle').where('key', '=', keyOf(name, subject)).execute()
    },
  }
}

/**
 * Who has to wait: a user with a session is in a dialog, where only a 400 keeps what they typed
 * (docs/adr/0040-rate-limits.md). Programs with an API key get the usual 429.
 */
type Waiting = { actor?: { key?: object } | null }
export const waitProblem = ({ actor }: Waiting, retryAfter: number): ProblemError =>
  new ProblemError(actor == null || actor.key !== undefined ? 'too_many_attempts' : 'paused', { retryAfter })

/** Counts one try of `subject`; throws too_many_attempts, or paused for a user with a session, if it exceeds the rule. */
export async function slowDown(
  { db, clock, actor = null }: { db: Kysely<Database>; clock: Clock } & Waiting,
  name: string,
  subject: string,
  rule: ThrottleRule,
): Promise<void> {
  const { allowed, retryAfter } = await createThrottle(db, clock).hit(name, subject, rule)
  if (!allowed) throw waitProblem({ actor }, retryAfter)
}

/** Deletes windows that began more than a day ago, which no rule uses. */
export async function sweepThrottle(db: Kysely<Database>, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 3_600_000)
  await db.deleteFrom('throttle').where('window_start', '<', yesterday).execute()
}
