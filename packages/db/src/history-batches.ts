import type { Kysely } from 'kysely'
import { headColumns } from './events.ts'
import type { SealedHead } from './history-seal.ts'
import type { Database } from './schema.ts'

/** Number of rows in memory. */
export const batch = 1000

/** Reads batch after batch; `read` returns the rows after `last`. The first one with fewer than `size` rows ends it. */
export async function* inBatches<T>(size: number, read: (last?: T) => Promise<T[]>): AsyncGenerator<T[]> {
  for (let rows = await read(); ; rows = await read(rows.at(-1))) {
    if (rows.length > 0) yield rows
    if (rows.length < size) return
  }
}

/** The heads of all chains, by name in the order of the index. */
export async function* readHeads(db: Kysely<Database>): AsyncGenerator<SealedHead[]> {
  yield* inBatches(batch, async (last?: SealedHead) => {
    return await db
      .selectFrom('event_chain')
      .where('chain', '>', last?.chain ?? '')
      .select(headColumns)
      .orderBy('chain')
      .limit(batch)
      .execute()
  })
}
