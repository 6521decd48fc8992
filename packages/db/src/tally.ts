import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

const batch = 20_000

/**
 * Sums up `tally_change`, so that reading counts stays fast. Safe to run concurrently: each row is summed by one
 * process. Returns the number of rows.
 */
export async function foldTallies(db: Kysely<Database>): Promise<number> {
  for (let all = 0; ;) {
    const { rows } = await sql<{ folded: number }>`select fold_tallies(${batch}) as folded`.execute(db)
    const folded = rows[0]?.folded ?? 0
    all += folded
    if (folded < batch) return all
  }
}

/** Rebuilds counts, facets and words of every case file, after rows were loaded without triggers. */
export async function rebuildLists(db: Kysely<Database>): Promise<void> {
  await sql`call rebuild_lists()`.execute(db)
}
