import { type Kysely, sql, type Transaction } from 'kysely'
import { readHeads } from './history-batches.ts'
import { type HistorySeal, type SealedHead, sealOf, shardCount, shardOf } from './history-seal.ts'
import type { Database } from './schema.ts'
import { inTransaction } from './transaction.ts'

/** Locks the heads, so that no event is appended meanwhile. */
const lockHeads = (trx: Transaction<Database>) =>
  sql`lock table event_chain, history_counter in exclusive mode`.execute(trx)

async function writeHeads(trx: Transaction<Database>, heads: readonly SealedHead[]): Promise<void> {
  if (heads.length === 0) return
  const columns = [heads.map(({ chain }) => chain), heads.map(({ no }) => no), heads.map(({ mac }) => mac)] as const
  const [{ sealed_from }] = heads as [SealedHead]
  await sql`update event_chain set no = made.no, mac = made.mac, sealed_from = coalesce(${sealed_from}, sealed_from)
    from unnest(${columns[0]}::text[], ${columns[1]}::bigint[], ${columns[2]}::text[]) as made(chain, no, mac)
    where event_chain.chain = made.chain`.execute(trx)
}

const isSealedKey = 'history'

/**
 * Seals the chains of an installation that has none sealed yet, from `at` on. Later calls change nothing, so that a
 * removed seal is not replaced. Returns the number of sealed chains; null when it was done before.
 */
export async function sealExistingHistory(db: Kysely<Database>, at: Date): Promise<number | null> {
  if (await isHistorySealed(db)) return null
  return await inTransaction(db, async (trx) => {
    await lockHeads(trx)
    const value = JSON.stringify({ sealed_from: at })
    const first = await trx
      .insertInto('setting')
      .values({ key: isSealedKey, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (first === undefined) return null
    return await sealHeads(trx, at)
  })
}

async function sealHeads(trx: Transaction<Database>, at: Date): Promise<number> {
  const seal = sealOf(trx)
  const counters = await trx.selectFrom('history_counter').selectAll().execute()
  const counts = Array.from(
    { length: shardCount },
    (_, shard) => counters.find((one) => one.shard === shard)?.chains ?? 0,
  )
  let sealed = 0
  for await (const rows of readHeads(trx)) {
    const unsealed = rows.filter(({ mac }) => mac === null)
    const heads = unsealed.map((row) => {
      const head = { ...row, no: (counts[shardOf(row.chain)]! += 1), sealed_from: at }
      return { ...head, mac: seal.head(head) }
    })
    await writeHeads(trx, heads)
    sealed += heads.length
  }
  for (const [shard, chains] of counts.entries()) {
    const known = counters.find((one) => one.shard === shard)
    // A counter with an invalid seal keeps it.
    if (known !== undefined && !seal.holdsCounter(known)) continue
    const row = { shard, chains, mac: seal.counter({ shard, chains }) }
    await trx
      .insertInto('history_counter')
      .values(row)
      .onConflict((conflict) => conflict.column('shard').doUpdateSet(row))
      .execute()
  }
  return sealed
}

/** True if the schema has seals and a start has sealed what was there before. */
export async function isHistorySealed(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('history_root')::text as name`.execute(db)
  if (rows[0]?.name == null) return false
  return (await db.selectFrom('setting').where('key', '=', isSealedKey).select('key').executeTakeFirst()) !== undefined
}

/** True if there are chains of an earlier release that no start has sealed. */
export async function hasUnsealedHistory(db: Kysely<Database>): Promise<boolean> {
  if (await isHistorySealed(db)) return false
  const { rows } = await sql<{ chains: string | null; seals: string | null }>`
    select to_regclass('event_chain')::text as chains, to_regclass('history_root')::text as seals`.execute(db)
  if (rows[0]?.chains == null) return false
  const unsealed = rows[0].seals === null ? sql`` : sql`where mac is null`
  return (await sql`select 1 from event_chain ${unsealed} limit 1`.execute(db)).rows.length > 0
}

/** Numbers of seals moved to a new key, and of those that were invalid before and stay so. */
export type ResealedHistory = { moved: number; invalid: number }

/** Seals heads, counters and roots with the key of `to` where the one of `from` holds them. */
export async function resealHistory(
  trx: Transaction<Database>,
  { from, to }: { from: HistorySeal; to: HistorySeal },
): Promise<ResealedHistory> {
  await lockHeads(trx)
  const count: ResealedHistory = { moved: 0, invalid: 0 }
  for await (const rows of readHeads(trx)) {
    const held = rows.filter((head) => from.holdsHead(head))
    await writeHeads(
      trx,
      held.map((head) => ({ ...head, sealed_from: null, mac: to.head(head) })),
    )
    count.moved += held.length
    count.invalid += rows.filter(({ mac }) => mac !== null).length - held.length
  }
  for (const counter of await trx.selectFrom('history_counter').selectAll().execute()) {
    const isHeld = from.holdsCounter(counter)
    count[isHeld ? 'moved' : 'invalid'] += 1
    if (!isHeld) continue
    await trx
      .updateTable('history_counter')
      .set({ mac: to.counter(counter) })
      .where('shard', '=', counter.shard)
      .execute()
  }
  for (const root of await trx.selectFrom('history_root').select(['no', 'hash', 'mac']).execute()) {
    const isHeld = from.holdsRoot(root)
    count[isHeld ? 'moved' : 'invalid'] += 1
    if (isHeld)
      await trx
        .updateTable('history_root')
        .set({ mac: to.root(root.hash) })
        .where('no', '=', root.no)
        .execute()
  }
  return count
}
