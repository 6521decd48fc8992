import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'

const retentionMs = 30 * 24 * 3_600_000

/**
 * Deletes expired tokens, tokens of ended sessions, and sessions that ended a month ago; the history keeps the events.
 * Exchanged tokens stay until they expire, because their use would reveal a copy.
 */
export async function sweepSessions(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs)
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
