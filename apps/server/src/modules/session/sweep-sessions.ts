import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

const kept = 30 * 24 * 3_600_000

/** Forgets sessions that ended a month ago, and with them their tokens; the history keeps what happened. */
export async function sweepSessions(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - kept)
  await db.deleteFrom('session').where('expires_at', '<', before).execute()
  await db.deleteFrom('refresh_token').where('expires_at', '<', before).execute()
}
