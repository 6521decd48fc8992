import type { Event } from '@foja/contracts/events'
import { chainOf } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { presentEvent } from './present-event.ts'
import { readTrail } from './read-trail.ts'

export { presentEvent } from './present-event.ts'
export { readTrail } from './read-trail.ts'

/** What a case file shows of its history; whether it is intact is judged over all of it. */
const mostEvents = 200

/** The newest of what happened in a case file, newest first, and whether every event's hash follows from the one before. */
export async function historyOf(
  db: Kysely<Database>,
  idSolicitudMain: string,
): Promise<{ history: Event[]; intact: boolean }> {
  const chain = chainOf({ id_solicitud_main: idSolicitudMain })
  const { events, verdict } = await readTrail(db, { chain, most: mostEvents })
  return { history: events.toReversed().flatMap(presentEvent), intact: verdict.intact }
}
