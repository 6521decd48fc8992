import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

const batch = 20_000

/**
 * Adds up what writers appended to `tally_change`, so that counts stay short to read. Any number of processes may do it
 * at once: each row is added up by one of them. Returns how many rows there were.
 */
export async function foldTallies(db: Kysely<Database>): Promise<number> {
  for (let all = 0; ;) {
    const { rows } = await sql<{ folded: number }>`select fold_tallies(${batch}) as folded`.execute(db)
    const folded = rows[0]?.folded ?? 0
    all += folded
    if (folded < batch) return all
  }
}

/** Makes counts, facets and words of every case file again out of the rows: for who loaded rows past the triggers. */
export async function rebuildLists(db: Kysely<Database>): Promise<void> {
  await sql`call rebuild_lists()`.execute(db)
}
