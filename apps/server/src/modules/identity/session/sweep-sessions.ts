import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

const kept = 30 * 24 * 3_600_000

/**
 * Forgets tokens that open nothing any more, be it by their age or since their session was ended, and sessions that are
 * over for a month; the history keeps what happened. What was exchanged stays while it could betray a copy.
 */
export async function sweepSessions(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - kept)
  await db.deleteFrom('refresh_token').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('refresh_token')
    .where('id_session', 'in', (eb) => eb.selectFrom('session').where('revoked_at', 'is not', null).select('id'))
    .execute()
  await db
    .deleteFrom('session')
    .where(sql<boolean>`least(revoked_at, expires_at) < ${before}`)
    .execute()
}
