import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

/** How long an upload is recognized by its key: repetitions come within minutes. */
export const keptKeyDays = 7

/** Deletes the keys of old uploads; their documents stay. */
export async function sweepUploadKeys(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptKeyDays * 24 * 3_600_000)
  await db.deleteFrom('upload').where('created_at', '<', before).execute()
}
