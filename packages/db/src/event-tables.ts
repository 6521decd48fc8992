import type { Generated, JSONColumnType } from 'kysely'
import type { Instant, NullableBytes, NullableInstant } from './column-shapes.ts'

export interface EventTable {
  id: Generated<number>
  /** input of the hash chain: see events.ts */
  chain: string
  seq: number
  id_solicitud_main: string | null
  id_company: string | null
  id_documento: string | null
  actor: string | null
  actor_label: string
  action: string
  data: JSONColumnType<Record<string, unknown>>
  ip: string | null
  at: Instant
  /** lower-case hex; 64 zeros in the first event */
  prev_hash: string
  hash: string
}

/** The head of a chain; its seal: see history-seal.ts. */
export interface EventChainTable {
  chain: string
  seq: number
  hash: string
  /** number in its counter */
  no: number | null
  mac: string | null
  /** null: sealed since its first event */
  sealed_from: NullableInstant
}

/** A counter of created chains. */
export interface HistoryCounterTable {
  shard: number
  chains: number
  mac: string
}

/** A root over all chains: see history-roots.ts. */
export interface HistoryRootTable {
  no: number
  at: Instant
  chains: number
  events: number
  changed: number
  heads: string
  prev_hash: string
  hash: string
  mac: string
  /** when it was written to the log and mailed, once a day */
  published_at: NullableInstant
  /** RFC 3161 token over `hash`, DER */
  token: NullableBytes
  tsa: string | null
  stamped_at: NullableInstant
}

/** A head that a root was the first to contain. */
export interface HistoryRootHeadTable {
  chain: string
  seq: number
  hash: string
  root: number
}
