import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

const retentionMs = 30 * 24 * 3_600_000

/** Deletes one-time links a month after they expire, used or not; the history keeps the events. */
export async function sweepLinks(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('one_time_link')
    .where('expires_at', '<', new Date(now.getTime() - retentionMs))
    .execute()
}
