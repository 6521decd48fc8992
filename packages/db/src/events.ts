import { createHash } from 'node:crypto'
import { sql, type Selectable, type Transaction } from 'kysely'
import { canonicalJson } from './canonical-json.ts'
import type { EventTable } from './event-tables.ts'
import { sealOf, shardCount, shardOf, type HistorySeal, type SealedHead } from './history-seal.ts'
import type { Database } from './schema.ts'
import { addDeliveries, type Published } from './webhook-fan-out.ts'

/** An event: who, what, on which object, from where. */
export interface NewEvent {
  action: string
  id_solicitud_main?: string | null | undefined
  id_company?: string | null | undefined
  id_documento?: string | null | undefined
  /** user id; null for the system or a person without an account */
  actor?: string | null | undefined
  /** name of the actor in the history, kept when the user is renamed */
  actor_label: string
  /** plain JSON, without secrets */
  data?: Record<string, unknown> | undefined
  ip?: string | null | undefined
  /** default: now */
  at?: Date | undefined
  /** what webhooks receive besides its ids; false: nothing, because another event reports the same */
  published?: Published | false | undefined
}

export type EventRow = Selectable<EventTable>

const genesis = '0'.repeat(64)

/** Columns of a sealed head. */
export const headColumns = ['chain', 'seq', 'hash', 'no', 'sealed_from', 'mac'] as const

/**
 * Appends an event to its hash chain: that of the case file, else of the document, of the company, or of the system.
 * Must run in the transaction of the change, as its last statement if possible: it locks the head of the chain until
 * the commit, so that the chain never forks. `trx` comes from a handle of `withSeal`.
 */
export async function appendEvent(trx: Transaction<Database>, event: NewEvent): Promise<EventRow> {
  const [row] = await appendToChain(trx, chainOf(event), [event])
  return row!
}

/** Like `appendEvent` for several events of one chain, in order and in one step; some hundreds at most. */
export async function appendEvents(trx: Transaction<Database>, events: readonly NewEvent[]): Promise<void> {
  const [chain, ...others] = new Set(events.map(chainOf))
  if (others.length > 0) throw new Error('the events belong to several chains')
  if (chain !== undefined) await appendToChain(trx, chain, events)
}

/**
 * Begins many chains at once, one event each. Throws if one of them exists. Locks all counters until the commit: for
 * loading an installation that is not in use.
 */
export async function beginChains(trx: Transaction<Database>, events: readonly NewEvent[]): Promise<void> {
  const seal = sealOf(trx)
  const shards = Array.from({ length: shardCount }, () => [] as NewEvent[])
  for (const event of events) shards[shardOf(chainOf(event))]!.push(event)
  for (const [shard, begun] of shards.entries()) {
    if (begun.length === 0) continue
    const counted = await countChains(trx, seal, shard, begun.length)
    const chains = begun.map((event, n) => {
      const { rows, head } = link({ ...emptyHead(chainOf(event)), no: counted + n + 1 }, [event])
      return { row: rows[0]!, head: { ...head, mac: seal.head(head) } }
    })
    const json = (part: 'row' | 'head') => JSON.stringify(chains.map((one) => one[part]))
    const columns = sql.join(Object.keys(chains[0]!.row).map((name) => sql.ref(name)))
    await sql`insert into event_chain select * from json_populate_recordset(null::event_chain, ${json('head')}::json)`.execute(
      trx,
    )
    await sql`insert into event (${columns}) select ${columns}
      from json_populate_recordset(null::event, ${json('row')}::json)`.execute(trx)
  }
}

/** Locks the head of a chain. */
async function lockHead(trx: Transaction<Database>, chain: string): Promise<SealedHead | undefined> {
  return await trx
    .selectFrom('event_chain')
    .select(headColumns)
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Counts new chains; returns the number of chains before. The counter keeps an invalid seal: sealing it again would hide
 * that someone changed it.
 */
async function countChains(
  trx: Transaction<Database>,
  seal: HistorySeal,
  shard: number,
  added: number,
): Promise<number> {
  const { chains, mac } = await trx
    .insertInto('history_counter')
    .values({ shard, chains: added, mac: '' })
    .onConflict((conflict) =>
      conflict.column('shard').doUpdateSet({ chains: sql`history_counter.chains + excluded.chains` }),
    )
    .returning(['chains', 'mac'])
    .executeTakeFirstOrThrow()
  const isNew = chains === added && mac === ''
  if (isNew || seal.holdsCounter({ shard, chains: chains - added, mac })) {
    const next = { mac: seal.counter({ shard, chains }) }
    await trx.updateTable('history_counter').set(next).where('shard', '=', shard).execute()
  }
  return chains - added
}

const emptyHead = (chain: string): SealedHead => ({
  chain,
  seq: 0,
  hash: genesis,
  no: null,
  sealed_from: null,
  mac: null,
})

/** Locks the head of a chain, which is created if there is none. `sealed`: it may be sealed again after a change. */
async function openHead(trx: Transaction<Database>, seal: HistorySeal, chain: string) {
  const found = await lockHead(trx, chain)
  if (found !== undefined) return { head: found, sealed: seal.holdsHead(found) }
  const created = await trx
    .insertInto('event_chain')
    .values({ chain, seq: 0, hash: genesis })
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .returning('chain')
    .executeTakeFirst()
  // Another transaction was faster.
  if (created === undefined) return await openHead(trx, seal, chain)
  const no = (await countChains(trx, seal, shardOf(chain), 1)) + 1
  return { head: { ...emptyHead(chain), no }, sealed: true }
}

/** The rows of events that follow `before`, and the head after them; its seal is that of before. */
function link(before: SealedHead, events: readonly NewEvent[]) {
  let head = before
  const rows = events.map((event) => {
    const content = contentOf(event, { chain: head.chain, seq: head.seq + 1, prev_hash: head.hash })
    head = { ...head, seq: content.seq, hash: hashOf(content) }
    return { ...content, hash: head.hash }
  })
  return { rows, head }
}

async function appendToChain(
  trx: Transaction<Database>,
  chain: string,
  events: readonly NewEvent[],
): Promise<EventRow[]> {
  const seal = sealOf(trx)
  const { head: before, sealed } = await openHead(trx, seal, chain)
  const { rows, head } = link(before, events)
  // An invalid seal stays invalid: a new one would make a forged chain valid.
  const { seq, hash, no } = head
  const mac = sealed ? seal.head(head) : before.mac
  await trx.updateTable('event_chain').set({ seq, hash, no, mac }).where('chain', '=', chain).execute()
  const values = rows.map((row) => ({ ...row, data: JSON.stringify(row.data) }))
  const added = await trx.insertInto('event').values(values).returningAll().execute()
  await addDeliveries(
    trx,
    added,
    events.map((event) => event.published ?? {}),
  )
  return added
}

/**
 * What is wrong with a chain:
 * - `event`: an event was removed, inserted or moved, or was changed and no erasure in the chain accounts for it.
 * - `missing`: the chain, or its beginning, is gone.
 * - `seal`: the hashes match, but the server did not make this head: the chain was written or cut in the database.
 * - `root`: an earlier root contains an event that is gone or different.
 */
export type ChainFault = 'event' | 'missing' | 'seal' | 'root'

/** A checked chain. */
export interface ChainVerdict {
  events: number
  intact: boolean
  /** Sequence number of the first wrong event; null when intact, and for `seal`, which names none. */
  at: number | null
  fault: ChainFault | null
  /** Earlier events were chained before seals existed; null: sealed since the first event. */
  sealedFrom: Date | null
}

/** The end recorded of a chain; undefined for a chain without one. */
export type ChainHead = SealedHead | undefined

/** Actions with which the history of a case file or document begins. */
const founding: ReadonlySet<string> = new Set(['document.uploaded', 'document.filled', 'solicitud_main.created'])

/** True if the history of a case file or document begins in its middle: its chain was dropped and began again. */
const beginsLate = (row: EventRow) =>
  (row.id_solicitud_main !== null || row.id_documento !== null) && !founding.has(row.action)

/** Action of the event that an erasure appends to each chain that it changed. */
export const redaction = 'person.erased'

/** Member of its data: the number of each changed event, with the hash of the content that it was left with. */
export type Redacted = Record<string, string>

/**
 * The first changed event that no erasure accounts for. An erasure counts only if it was not changed itself, or if a
 * later one accounts for that: so from the newest.
 */
function firstUnexplained(changed: Map<number, string>, redactions: readonly EventRow[]): number | null {
  for (const { seq, data } of redactions.toReversed()) {
    if (changed.has(seq)) continue
    const known = Object.entries((data['redacted'] ?? {}) as Redacted)
    for (const [number, hash] of known) {
      const at = Number(number)
      if (at < seq && changed.get(at) === hash) changed.delete(at)
    }
  }
  return changed.size === 0 ? null : Math.min(...changed.keys())
}

/** Checks a chain event by event, oldest first, and then its head. */
export interface ChainCheck {
  take: (row: EventRow) => void
  /** `seal`: null skips the seal, for an export that is checked without the key. */
  end: (head: ChainHead, seal: HistorySeal | null) => ChainVerdict
}

export function createChainCheck(): ChainCheck {
  let previous = { seq: 0, hash: genesis }
  let events = 0
  let wrong: { at: number; fault: ChainFault } | null = null
  const changed = new Map<number, string>()
  const redactions: EventRow[] = []
  return {
    take(row) {
      events += 1
      const present = hashOfEvent(row)
      if (row.seq !== previous.seq + 1 || row.prev_hash !== previous.hash) {
        wrong ??= { at: previous.seq + 1, fault: 'event' }
      } else if (present !== row.hash) changed.set(row.seq, present)
      else if (row.seq === 1 && beginsLate(row)) wrong ??= { at: 1, fault: 'missing' }
      if (row.action === redaction) redactions.push(row)
      previous = row
    },
    end(head, seal) {
      const end = head ?? { seq: 0, hash: genesis, sealed_from: null }
      const isWhole = previous.seq === end.seq && previous.hash === end.hash
      const next = { at: previous.seq + 1, fault: events === 0 ? ('missing' as const) : ('event' as const) }
      const at = firstUnexplained(changed, redactions)
      if (at !== null && (wrong === null || at < wrong.at)) wrong = { at, fault: 'event' }
      const found = wrong ?? (isWhole && head !== undefined ? null : next)
      const isForged = found === null && seal !== null && !seal.holdsHead(head!)
      return {
        events,
        intact: found === null && !isForged,
        at: found?.at ?? null,
        fault: found?.fault ?? (isForged ? 'seal' : null),
        sealedFrom: end.sealed_from,
      }
    },
  }
}

/** The chain of an event about these objects. */
export function chainOf(event: Pick<NewEvent, 'id_solicitud_main' | 'id_documento' | 'id_company'>): string {
  return event.id_solicitud_main ?? event.id_documento ?? event.id_company ?? 'system'
}

type Link = Pick<EventRow, 'chain' | 'seq' | 'prev_hash'>
type Content = Omit<EventRow, 'id' | 'hash'>

function contentOf(event: NewEvent | EventRow, link: Link): Content {
  return {
    chain: link.chain,
    seq: link.seq,
    prev_hash: link.prev_hash,
    id_solicitud_main: event.id_solicitud_main ?? null,
    id_company: event.id_company ?? null,
    id_documento: event.id_documento ?? null,
    actor: event.actor ?? null,
    actor_label: event.actor_label,
    action: event.action,
    // In the form in which the database returns it, so that both sides hash the same.
    data: JSON.parse(JSON.stringify(event.data ?? {})) as Record<string, unknown>,
    ip: event.ip ?? null,
    at: event.at ?? new Date(),
  }
}

/** The hash of an event as it is now; after an erasure it differs from the one in the chain. */
export const hashOfEvent = (row: EventRow): string => hashOf(contentOf(row, row))

function hashOf(content: Content): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}
