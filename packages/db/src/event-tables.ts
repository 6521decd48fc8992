import type { Generated, JSONColumnType } from 'kysely'
import type { Instant } from './column-shapes.ts'

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

export interface EventChainTable {
  chain: string
  seq: number
  hash: string
}
