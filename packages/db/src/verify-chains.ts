import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type ChainCheck,
  type ChainFault,
  type ChainHead,
  type ChainVerdict,
  createChainCheck,
  type EventRow,
  headColumns,
} from './events.ts'
import { batch, inBatches } from './history-batches.ts'
import { type HistorySeal, sealOf } from './history-seal.ts'
import type { Database } from './schema.ts'

/** Runs read-only `work` over one snapshot of the database. */
export async function atOneMoment<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** An event with the head of its chain; null when the chain has lost its head. */
export type WithHead = EventRow & {
  head_seq: number | null
  head_hash: string | null
  head_no: number | null
  head_mac: string | null
  head_sealed_from: Date | null
}

const selectWithHead = (db: Kysely<Database>) =>
  db
    .selectFrom('event')
    .leftJoin('event_chain', 'event_chain.chain', 'event.chain')
    .selectAll('event')
    .select([
      'event_chain.seq as head_seq',
      'event_chain.hash as head_hash',
      'event_chain.no as head_no',
      'event_chain.mac as head_mac',
      'event_chain.sealed_from as head_sealed_from',
    ])

/** All events by chain and number, in batches. */
export async function* eventsOf(trx: Kysely<Database>): AsyncGenerator<WithHead[]> {
  yield* inBatches(batch, async (last?: WithHead) => {
    let select = selectWithHead(trx)
    if (last !== undefined) select = select.where(sql<boolean>`(event.chain, event.seq) > (${last.chain}, ${last.seq})`)
    return await select.orderBy('event.chain').orderBy('event.seq').limit(batch).execute()
  })
}

export const headOf = (row: WithHead): ChainHead =>
  row.head_seq === null || row.head_hash === null
    ? undefined
    : {
        chain: row.chain,
        seq: row.head_seq,
        hash: row.head_hash,
        no: row.head_no,
        mac: row.head_mac,
        sealed_from: row.head_sealed_from,
      }

async function readHead(db: Kysely<Database>, chain: string) {
  return await db.selectFrom('event_chain').where('chain', '=', chain).select(headColumns).executeTakeFirst()
}

/** True when an event follows the head of its chain, which `appendEvent` never leaves. One query, so one snapshot. */
async function goesBeyond(db: Kysely<Database>, chain: string): Promise<boolean> {
  const row = await db
    .selectFrom('event')
    .innerJoin('event_chain', 'event_chain.chain', 'event.chain')
    .where('event.chain', '=', chain)
    .whereRef('event.seq', '>', 'event_chain.seq')
    .select('event.seq')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The first events of a chain with its head, in one query and so one snapshot; without events only the head. */
async function readStart(db: Kysely<Database>, chain: string): Promise<{ rows: EventRow[]; head: ChainHead }> {
  const rows = await selectWithHead(db).where('event.chain', '=', chain).orderBy('event.seq').limit(batch).execute()
  const [first] = rows
  return { rows, head: first === undefined ? await readHead(db, chain) : headOf(first) }
}

/** The first event of a chain that a root contains and that is gone or different. */
async function findLost(db: Kysely<Database>, chain: string): Promise<number | null> {
  const row = await db
    .selectFrom('history_root_head as known')
    .leftJoin('event', (join) => join.onRef('event.chain', '=', 'known.chain').onRef('event.seq', '=', 'known.seq'))
    .where('known.chain', '=', chain)
    .where(sql<boolean>`event.hash is distinct from known.hash`)
    .orderBy('known.seq')
    .select('known.seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

/**
 * Verifies one chain from its first event to its current head, in constant memory: detects changed, removed, inserted
 * and reordered rows, heads that the server did not seal, and events that an earlier root contains and that are gone.
 * `onEvents` receives the events in batches, oldest first. No connection is held between batches: a chain that
 * an erasure changes meanwhile may fail this once.
 */
export async function verifyChain(
  db: Kysely<Database>,
  chain: string,
  onEvents: (rows: readonly EventRow[]) => void = () => {},
): Promise<ChainVerdict> {
  const check = createChainCheck()
  const take = (rows: readonly EventRow[]) => {
    for (const row of rows) check.take(row)
    onEvents(rows)
  }
  const { rows: start, head } = await readStart(db, chain)
  take(start)
  for (let last = start.at(-1)?.seq ?? 0, read = start.length; read === batch;) {
    let select = db.selectFrom('event').selectAll().where('chain', '=', chain).where('seq', '>', last)
    if (head !== undefined) select = select.where('seq', '<=', head.seq)
    const rows = await select.orderBy('seq').limit(batch).execute()
    take(rows)
    read = rows.length
    last = rows.at(-1)?.seq ?? last
  }
  const verdict = check.end(head, sealOf(db))
  const lost = await findLost(db, chain)
  if (lost !== null) return { ...verdict, intact: false, at: verdict.at ?? lost, fault: verdict.fault ?? 'root' }
  if (start.length < batch || !verdict.intact || head === undefined || !(await goesBeyond(db, chain))) return verdict
  return { ...verdict, intact: false, at: head.seq + 1, fault: 'event' }
}

export interface BrokenChain {
  chain: string
  fault: ChainFault
  /** number of the first wrong event; null for `seal` */
  at: number | null
  /** the event there, if any */
  action: string | null
}

export interface ChainsVerdict {
  chains: number
  events: number
  broken: number
}

async function actionAt(trx: Kysely<Database>, chain: string, at: number | null): Promise<string | null> {
  if (at === null) return null
  const event = await trx
    .selectFrom('event')
    .where('chain', '=', chain)
    .where('seq', '=', at)
    .select('action')
    .executeTakeFirst()
  return event?.action ?? null
}

/** Chains that lack an event of an earlier root, by the first such event. */
async function lostChains(trx: Kysely<Database>): Promise<{ chain: string; at: number; events: boolean }[]> {
  const { rows } = await sql<{ chain: string; at: number; events: boolean }>`
    select known.chain, min(known.seq)::bigint as at,
      exists (select from event where event.chain = known.chain) as events
    from history_root_head known left join event on event.chain = known.chain and event.seq = known.seq
    where event.hash is distinct from known.hash group by known.chain order by known.chain`.execute(trx)
  return rows
}

/** Verifies every chain in constant memory, in the given snapshot, and returns the broken ones. */
export async function verifyChains(
  trx: Transaction<Database>,
  onBroken: (broken: BrokenChain) => void,
): Promise<ChainsVerdict> {
  const total: ChainsVerdict = { chains: 0, events: 0, broken: 0 }
  const seal: HistorySeal = sealOf(trx)
  const broken = new Set<string>()
  let current: { chain: string; check: ChainCheck; last: WithHead } | undefined
  const tell = async ({ chain, fault, at }: Omit<BrokenChain, 'action'>) => {
    if (broken.has(chain)) return
    broken.add(chain)
    total.broken += 1
    onBroken({ chain, fault, at, action: await actionAt(trx, chain, at) })
  }
  const finish = async () => {
    if (current === undefined) return
    const { chain, check, last } = current
    total.chains += 1
    const { fault, at } = check.end(headOf(last), seal)
    if (fault !== null) await tell({ chain, fault, at })
  }
  for await (const rows of eventsOf(trx)) {
    for (const row of rows) {
      if (current?.chain !== row.chain) {
        await finish()
        current = { chain: row.chain, check: createChainCheck(), last: row }
      }
      current.check.take(row)
      current.last = row
    }
    total.events += rows.length
  }
  await finish()
  for (const chain of await emptyChains(trx)) await tell({ chain, fault: 'missing', at: 1 })
  for (const { chain, at, events } of await lostChains(trx)) {
    await tell({ chain, fault: events ? 'root' : 'missing', at: events ? at : 1 })
  }
  return total
}

/** Chains with a head and no event. */
async function emptyChains(trx: Kysely<Database>): Promise<string[]> {
  const rows = await trx
    .selectFrom('event_chain')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('event').whereRef('event.chain', '=', 'event_chain.chain').select('event.id'))),
    )
    .select('chain')
    .orderBy('chain')
    .limit(1000)
    .execute()
  return rows.map(({ chain }) => chain)
}
