import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

const kept = 30 * 24 * 3_600_000

/** Forgets one-time links a month after their end, used or not; the history keeps who was invited and who came. */
export async function sweepLinks(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('one_time_link')
    .where('expires_at', '<', new Date(now.getTime() - kept))
    .execute()
}
