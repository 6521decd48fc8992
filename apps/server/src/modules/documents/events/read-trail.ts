import type { ChainVerdict, EventRow } from '@foja/db/events'
import { verifyChain } from '@foja/db/verify-chains'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

export type TrailOptions = {
  chain: string
  /** Number of newest events to return. */
  most: number
  /** Filter; default: every event. */
  wanted?: (row: EventRow) => boolean
}

/** `events`: the newest wanted ones, oldest first. `counted`: number of wanted ones. `verdict`: of the whole chain. */
export type Trail = { events: EventRow[]; counted: number; verdict: ChainVerdict }

/** Reads a chain once to its end in bounded memory, and keeps the newest wanted events. */
export async function readTrail(db: Kysely<Database>, { chain, most, wanted }: TrailOptions): Promise<Trail> {
  let events: EventRow[] = []
  let counted = 0
  const verdict = await verifyChain(db, chain, (rows) => {
    const some = wanted === undefined ? rows : rows.filter(wanted)
    counted += some.length
    events = [...events, ...some].slice(-most)
  })
  return { events, counted, verdict }
}
