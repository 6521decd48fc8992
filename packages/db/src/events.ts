import { createHash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { canonicalJson } from './canonical-json.ts'
import type { EventTable } from './event-tables.ts'
import type { Database } from './schema.ts'

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
}

export type EventRow = Selectable<EventTable>

const genesis = '0'.repeat(64)

/**
 * Appends an event to its hash chain: that of the case file, else of the document, of the company, or of the system.
 * Must run in the transaction of the change, as its last statement if possible: it locks the head of the chain until
 * the commit, so that the chain never forks.
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

async function appendToChain(
  trx: Transaction<Database>,
  chain: string,
  events: readonly NewEvent[],
): Promise<EventRow[]> {
  await trx
    .insertInto('event_chain')
    .values({ chain, seq: 0, hash: genesis })
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute()
  let head = await trx
    .selectFrom('event_chain')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const rows = events.map((event) => {
    const content = contentOf(event, { chain, seq: head.seq + 1, prev_hash: head.hash })
    head = { seq: content.seq, hash: hashOf(content) }
    return { ...content, data: JSON.stringify(content.data), hash: head.hash }
  })
  await trx.updateTable('event_chain').set(head).where('chain', '=', chain).execute()
  return await trx.insertInto('event').values(rows).returningAll().execute()
}

/** `at`: sequence number of the first wrong event; null when the whole chain is intact. */
export interface ChainVerdict {
  events: number
  intact: boolean
  at: number | null
}

/** The last event recorded in the chain's head; undefined for a chain without a head. */
export type ChainHead = Pick<EventRow, 'seq' | 'hash'> | undefined

/** Checks a chain event by event, oldest first: detects changed, removed, inserted and reordered rows. */
export interface ChainCheck {
  take: (row: EventRow) => void
  end: (head: ChainHead) => ChainVerdict
}

export function createChainCheck(): ChainCheck {
  let previous = { seq: 0, hash: genesis }
  let events = 0
  let broken: number | null = null
  return {
    take(row) {
      events += 1
      const fits =
        row.seq === previous.seq + 1 && row.prev_hash === previous.hash && hashOf(contentOf(row, row)) === row.hash
      if (!fits) broken ??= previous.seq + 1
      previous = row
    },
    end(head) {
      const complete = previous.seq === (head?.seq ?? 0) && previous.hash === (head?.hash ?? genesis)
      const at = broken ?? (complete ? null : previous.seq + 1)
      return { events, intact: at === null, at }
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

function hashOf(content: Content): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}
