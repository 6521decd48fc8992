import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'

const setting = 'backup'

/** The last backup by schedule. `day`: the day it was due, in the zone of the schedule; `asked`: starts at once. */
const stateSchema = z.strictObject({
  day: z.iso.date(),
  at: z.iso.datetime(),
  status: z.enum(['asked', 'running', 'done', 'failed']),
  /** Path of the file, or why there is none. */
  detail: z.string(),
  /** Time of the last one that was completed. */
  completed: z.nullable(z.iso.datetime()),
  /** Size and duration of that one; absent if an earlier release made it. */
  bytes: z.optional(z.int()),
  ms: z.optional(z.int()),
})
export type BackupState = z.infer<typeof stateSchema>

/** Null before the first backup by schedule. `lock`: within a transaction, until its end. */
export async function readBackupState(db: Kysely<Database>, { lock = false } = {}): Promise<BackupState | null> {
  const row = await db
    .selectFrom('setting')
    .where('key', '=', setting)
    .select('value')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row === undefined ? null : z.parse(stateSchema, row.value)
}

export async function writeBackupState(db: Kysely<Database>, state: BackupState): Promise<void> {
  const value = JSON.stringify(state)
  await db
    .insertInto('setting')
    .values({ key: setting, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute()
}
