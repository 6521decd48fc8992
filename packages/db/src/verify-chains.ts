import { type Kysely, sql, type Transaction } from 'kysely'
import { type ChainCheck, type ChainHead, type ChainVerdict, createChainCheck, type EventRow } from './events.ts'
import type { Database } from './schema.ts'

/** Number of events in memory. */
const batch = 1000

/** Runs read-only `work` over one snapshot of the database. */
async function atOneMoment<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** An event with the head of its chain; null when the chain has lost its head. */
type WithHead = EventRow & { head_seq: number | null; head_hash: string | null }

const selectWithHead = (db: Kysely<Database>) =>
  db
    .selectFrom('event')
    .leftJoin('event_chain', 'event_chain.chain', 'event.chain')
    .selectAll('event')
    .select(['event_chain.seq as head_seq', 'event_chain.hash as head_hash'])

/** All events by chain and number, in batches. */
async function* eventsOf(trx: Kysely<Database>): AsyncGenerator<WithHead[]> {
  let last: WithHead | undefined
  for (;;) {
    let select = selectWithHead(trx)
    if (last !== undefined) select = select.where(sql<boolean>`(event.chain, event.seq) > (${last.chain}, ${last.seq})`)
    const rows: WithHead[] = await select.orderBy('event.chain').orderBy('event.seq').limit(batch).execute()
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < batch) return
  }
}

const headOf = ({ head_seq, head_hash }: WithHead): ChainHead =>
  head_seq === null || head_hash === null ? undefined : { seq: head_seq, hash: head_hash }

async function readHead(db: Kysely<Database>, chain: string) {
  return await db.selectFrom('event_chain').where('chain', '=', chain).select(['seq', 'hash']).executeTakeFirst()
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

/**
 * Verifies one chain from its first event to its current head, in constant memory: detects changed, removed, inserted
 * and reordered rows. `onEvents` receives the events in batches, oldest first. No connection is held between batches,
 * because appended events never change.
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
  if (start.length < batch) return check.end(head)
  for (let last = start.at(-1)!.seq, read = batch; read === batch;) {
    let select = db.selectFrom('event').selectAll().where('chain', '=', chain).where('seq', '>', last)
    if (head !== undefined) select = select.where('seq', '<=', head.seq)
    const rows = await select.orderBy('seq').limit(batch).execute()
    take(rows)
    read = rows.length
    last = rows.at(-1)?.seq ?? last
  }
  const verdict = check.end(head)
  if (!verdict.intact || head === undefined || !(await goesBeyond(db, chain))) return verdict
  return { ...verdict, intact: false, at: head.seq + 1 }
}

export interface BrokenChain {
  chain: string
  /** number of the first wrong event */
  at: number
  /** the event there, if any */
  action: string | null
}

export interface ChainsVerdict {
  chains: number
  events: number
  broken: number
}

/** Verifies every chain of the database in constant memory and returns the broken ones. */
export async function verifyChains(
  db: Kysely<Database>,
  onBroken: (broken: BrokenChain) => void,
): Promise<ChainsVerdict> {
  const total: ChainsVerdict = { chains: 0, events: 0, broken: 0 }
  let current: { chain: string; check: ChainCheck; last: WithHead } | undefined
  const tell = (broken: BrokenChain) => {
    total.broken += 1
    onBroken(broken)
  }
  const finish = async (trx: Kysely<Database>) => {
    if (current === undefined) return
    const { chain, check, last } = current
    total.chains += 1
    const { at } = check.end(headOf(last))
    if (at === null) return
    const event = await trx
      .selectFrom('event')
      .where('chain', '=', chain)
      .where('seq', '=', at)
      .select('action')
      .executeTakeFirst()
    tell({ chain, at, action: event?.action ?? null })
  }
  await atOneMoment(db, async (trx) => {
    for await (const rows of eventsOf(trx)) {
      for (const row of rows) {
        if (current?.chain !== row.chain) {
          await finish(trx)
          current = { chain: row.chain, check: createChainCheck(), last: row }
        }
        current.check.take(row)
        current.last = row
      }
      total.events += rows.length
    }
    await finish(trx)
    for (const chain of await emptyChains(trx)) tell({ chain, at: 1, action: null })
  })
  return total
}

/** Chains with a head and no event. */
async function emptyChains(trx: Kysely<Database>): Promise<string[]> {
  const rows = await trx
    .selectFrom('event_chain')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('event').whereRef('event.chain', '=', 'event_chain.chain').select('event.id'))),
    )
    .where('seq', '>', 0)
    .select('chain')
    .orderBy('chain')
    .limit(1000)
    .execute()
  return rows.map(({ chain }) => chain)
}
