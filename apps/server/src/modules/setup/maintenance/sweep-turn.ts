import type { Database } from '@foja/db/schema'
import { sql, type Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'

/** `value` of the row: `owner`, the running sweep or null, and `after`, the last key that it examined. */
const setting = 'sweep'

/** The right to sweep. One sweep of all processes has it. */
export type SweepTurn = {
  /** The last key that an interrupted sweep examined; empty: start with the first. */
  after: string
  /** Stores how far the sweep is. Rejects when it took so long that another process took its place. */
  advance: (after: string) => Promise<void>
  end: () => Promise<void>
}

/** Null while another sweep runs. One that reported no progress for 5 minutes does not run any more. */
export async function takeSweepTurn(db: Kysely<Database>): Promise<SweepTurn | null> {
  const owner = randomUUID()
  await db
    .insertInto('setting')
    .values({ key: setting, value: JSON.stringify({ owner: null, after: '' }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { rows } = await sql<{ after: string }>`
    update setting set value = value || jsonb_build_object('owner', ${owner}::text), updated_at = now()
    where key = ${setting} and (value->>'owner' is null or updated_at < now() - interval '5 minutes')
    returning value->>'after' as after`.execute(db)
  const taken = rows[0]
  if (taken === undefined) return null
  const write = async (change: { owner?: null; after?: string }) => {
    const { numAffectedRows } = await sql`
      update setting set value = value || ${JSON.stringify(change)}::jsonb, updated_at = now()
      where key = ${setting} and value->>'owner' = ${owner}`.execute(db)
    return numAffectedRows === 1n
  }
  return {
    after: taken.after,
    advance: async (after) => {
      if (!(await write({ after }))) throw new Error('another process took over the sweep')
    },
    end: async () => void (await write({ owner: null })),
  }
}

/** Ends the turn of a process that crashed; only where no other process can have it. */
export async function resetSweepTurn(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', setting).execute()
}
