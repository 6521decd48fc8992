import type { Event } from '@foja/contracts/events'
import { chainOf } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { presentEvent } from './present-event.ts'
import { readTrail } from './read-trail.ts'

/** Number of events shown of a case file; its integrity is verified over all of them. */
const mostEvents = 200

/** Returns the newest events of a case file, newest first, and whether its event chain is intact. */
export async function historyOf(
  db: Kysely<Database>,
  idSolicitudMain: string,
): Promise<{ history: Event[]; intact: boolean }> {
  const chain = chainOf({ id_solicitud_main: idSolicitudMain })
  const { events, verdict } = await readTrail(db, { chain, most: mostEvents })
  return { history: events.toReversed().flatMap(presentEvent), intact: verdict.intact }
}
