import { createHash } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { canonicalJson } from './canonical-json.ts'
import { batch, inBatches, readHeads } from './history-batches.ts'
import { headColumns } from './events.ts'
import type { HistoryRootTable } from './event-tables.ts'
import { sealOf, shardCount, shardOf } from './history-seal.ts'
import type { Database } from './schema.ts'
import { inTransaction } from './transaction.ts'

/**
 * A root over the whole history: `hash` covers the previous root, the numbers of chains and events, and the heads that
 * changed since then (`heads`). So each root covers every chain, and writes only what changed.
 */
export type HistoryRoot = Selectable<HistoryRootTable>

const genesis = '0'.repeat(64)

/** The hash of a root's own fields. */
export function hashOfRoot(
  root: Omit<HistoryRoot, 'hash' | 'mac' | 'published_at' | 'token' | 'tsa' | 'stamped_at'>,
): string {
  const { no, at, chains, events, changed, heads, prev_hash } = root
  const content = canonicalJson({ no, at, chains, events, changed, heads, prev_hash })
  return createHash('sha256').update(`foja history root\n${content}`).digest('hex')
}

/** A head in a root. */
export type RootHead = { chain: string; seq: number; hash: string }

/** Digest of the heads that a root adds, taken in the order of their names by code unit. */
export function createHeadsDigest() {
  const digest = createHash('sha256')
  let changed = 0
  return {
    take({ chain, seq, hash }: RootHead) {
      changed += 1
      digest.update(`${chain} ${seq} ${hash}\n`)
    },
    end: () => ({ changed, heads: digest.digest('hex') }),
  }
}

/** The heads of one root, in the order of their names by code unit. */
export async function* rootHeads(db: Kysely<Database>, root: number): AsyncGenerator<RootHead[]> {
  yield* inBatches(batch, async (last?: RootHead) => {
    return await db
      .selectFrom('history_root_head')
      .where('root', '=', root)
      .where(sql<boolean>`chain collate "C" > ${last?.chain ?? ''}`)
      .select(['chain', 'seq', 'hash'])
      .orderBy(sql`chain collate "C"`)
      .limit(batch)
      .execute()
  })
}

/** All roots, oldest first. */
export async function* readRoots(db: Kysely<Database>): AsyncGenerator<HistoryRoot[]> {
  yield* inBatches(batch, async (last?: HistoryRoot) => {
    return await db
      .selectFrom('history_root')
      .selectAll()
      .where('no', '>', last?.no ?? 0)
      .orderBy('no')
      .limit(batch)
      .execute()
  })
}

export async function findLastRoot(db: Kysely<Database>): Promise<HistoryRoot | undefined> {
  return await db.selectFrom('history_root').selectAll().orderBy('no', 'desc').limit(1).executeTakeFirst()
}

/** Adds the heads that no root contains to root `no`. A chain that became shorter adds none. */
async function addHeads(trx: Transaction<Database>, no: number): Promise<void> {
  // Selected before the first is inserted: a scan of the growing table would be quadratic.
  await sql`
    with added as materialized (
      select chain, seq, hash from event_chain head
      where not exists (select from history_root_head known where known.chain = head.chain and known.seq >= head.seq)
    )
    insert into history_root_head (chain, seq, hash, root) select chain, seq, hash, ${no} from added`.execute(trx)
}

/** Chains that are gone, or end before the last root that contains them. */
async function findShortened(trx: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`
    select known.chain from history_root_head known left join event_chain head on head.chain = known.chain
    where head.seq is null or head.seq < known.seq or (head.seq = known.seq and head.hash <> known.hash)
    group by known.chain order by known.chain limit 100`.execute(trx)
  return rows.map(({ chain }) => chain)
}

/** Chains of root `no` whose heads the server did not seal. */
async function findForged(trx: Transaction<Database>, no: number): Promise<string[]> {
  const seal = sealOf(trx)
  const forged: string[] = []
  for await (const rows of rootHeads(trx, no)) {
    const names = rows.map(({ chain }) => chain)
    const heads = await trx.selectFrom('event_chain').where('chain', 'in', names).select(headColumns).execute()
    forged.push(...heads.filter((head) => !seal.holdsHead(head)).map(({ chain }) => chain))
    if (forged.length >= 100) return forged.slice(0, 100)
  }
  return forged
}

/** A new root, and the first hundred or so chains that look forged; null when nothing changed since the last one. */
export type NewRoot = { root: HistoryRoot; suspects: string[] } | null

/**
 * Adds a root over the current history, in one snapshot. One at a time: a parallel call fails by the root's number. A
 * root also contains forged heads, because it records what there is.
 */
export async function createRoot(db: Kysely<Database>, at: Date): Promise<NewRoot> {
  return await inTransaction(db, async (trx) => {
    await sql`set transaction isolation level repeatable read`.execute(trx)
    // Every query here reads all heads, and the table of the known ones may have no statistics yet.
    await sql`set local enable_nestloop = off`.execute(trx)
    const last = await findLastRoot(trx)
    const no = (last?.no ?? 0) + 1
    const total = await trx
      .selectFrom('event_chain')
      .select((eb) => [eb.fn.countAll<number>().as('chains'), sql<number>`coalesce(sum(seq), 0)::bigint`.as('events')])
      .executeTakeFirstOrThrow()
    if (last !== undefined && last.chains === total.chains && last.events === total.events) return null
    const suspects = await findShortened(trx)
    const fields = { no, at, ...total, prev_hash: last?.hash ?? genesis }
    // The row first, because its heads refer to it.
    const draft = { ...fields, changed: 0, heads: '', hash: '', mac: '' }
    await trx.insertInto('history_root').values(draft).execute()
    await addHeads(trx, no)
    const digest = createHeadsDigest()
    for await (const rows of rootHeads(trx, no)) for (const row of rows) digest.take(row)
    const content = { ...fields, ...digest.end() }
    const hash = hashOfRoot(content)
    const root = await trx
      .updateTable('history_root')
      .set({ ...content, hash, mac: sealOf(trx).root(hash) })
      .where('no', '=', no)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { root, suspects: [...new Set([...suspects, ...(await findForged(trx, no))])] }
  })
}

/**
 * What is wrong with roots and counters:
 * - `root`: a root was changed or removed, or its heads.
 * - `counter`: a counter of chains was changed or removed.
 * - `chains`: `count` chains that the counters counted are gone or uncounted.
 * - `shrunk`: a root counts fewer chains or events than the one before.
 * - `stamp`: the timestamp of a root is not one of its hash.
 * - `future`: a root was published or stamped in the future.
 * - `forgotten`: the last root recorded outside of the database is not in it.
 */
export type LedgerFault =
  | { kind: 'root' | 'shrunk' | 'stamp' | 'future' | 'forgotten'; no: number }
  | { kind: 'counter'; shard: number }
  | { kind: 'chains'; count: number }

/** The last root, as recorded outside of the database. */
export type RootMark = Pick<HistoryRoot, 'no' | 'hash'>

/** Checks the numbers that the counters gave to chains: each from 1 to their count exists once. */
export async function verifyCounters(trx: Transaction<Database>, onFault: (fault: LedgerFault) => void): Promise<void> {
  const seal = sealOf(trx)
  const counters = await trx.selectFrom('history_counter').selectAll().orderBy('shard').execute()
  const counts = new Map(counters.map(({ shard, chains }) => [shard, chains]))
  for (const counter of counters) if (!seal.holdsCounter(counter)) onFault({ kind: 'counter', shard: counter.shard })
  const seen = Array.from(
    { length: shardCount },
    (_, shard) => new Uint8Array(Math.min(counts.get(shard) ?? 0, 2 ** 28) + 1),
  )
  let wrong = 0
  for await (const heads of readHeads(trx)) {
    for (const { chain, no } of heads) {
      const numbers = seen[shardOf(chain)]!
      if (no === null || no < 1 || no >= numbers.length || numbers[no] === 1) wrong += 1
      else numbers[no] = 1
    }
  }
  for (const numbers of seen) for (let no = 1; no < numbers.length; no += 1) if (numbers[no] === 0) wrong += 1
  if (wrong > 0) onFault({ kind: 'chains', count: wrong })
}

/** The clocks of a server and of the computer that verifies may differ so much. */
const skewMs = 3_600_000

/** Checks every root: its heads, seal, link to the one before, its dates, and that its counts never shrink. */
export async function verifyRoots(
  trx: Transaction<Database>,
  checks: { mark: RootMark | null; now: Date; stampTimeOf: (token: Uint8Array, hash: string) => Date | null },
  onFault: (fault: LedgerFault) => void,
): Promise<{ roots: number; stamped: Date | null }> {
  const { mark } = checks
  const latest = checks.now.getTime() + skewMs
  const seal = sealOf(trx)
  let previous: HistoryRoot | undefined
  let stamped: Date | null = null
  let roots = 0
  let isMarked = mark === null
  for await (const rows of readRoots(trx)) {
    for (const root of rows) {
      const digest = createHeadsDigest()
      for await (const heads of rootHeads(trx, root.no)) for (const head of heads) digest.take(head)
      const { changed, heads } = digest.end()
      const isNext = root.no === (previous?.no ?? 0) + 1 && root.prev_hash === (previous?.hash ?? genesis)
      const isWhole = changed === root.changed && heads === root.heads && hashOfRoot(root) === root.hash
      if (!isNext || !isWhole || !seal.holdsRoot(root)) onFault({ kind: 'root', no: root.no })
      const isSmaller = root.chains < (previous?.chains ?? 0) || root.events < (previous?.events ?? 0)
      if (isSmaller) onFault({ kind: 'shrunk', no: root.no })
      if (mark?.no === root.no && mark.hash === root.hash) isMarked = true
      const time = root.token === null ? null : checks.stampTimeOf(root.token, root.hash)
      if (root.token !== null && time === null) onFault({ kind: 'stamp', no: root.no })
      stamped = time ?? stamped
      const dates = [root.published_at, root.stamped_at, time]
      if (dates.some((date) => (date?.getTime() ?? 0) > latest)) onFault({ kind: 'future', no: root.no })
      roots += 1
      previous = root
    }
  }
  if (!isMarked) onFault({ kind: 'forgotten', no: mark!.no })
  return { roots, stamped }
}
