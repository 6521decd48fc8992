import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** How long a call that adds documents is known again by its key: whoever repeats one does so within minutes. */
export const keptKeyDays = 7

/** Forgets the keys of old calls; the documents that they made stay. */
export async function sweepUploadKeys(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptKeyDays * 24 * 3_600_000)
  await db.deleteFrom('upload').where('created_at', '<', before).execute()
}
