import { eventActions, type Event } from '@foja/contracts/events'
import { chainOf, readChain, verifyRows } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'

type Plain = string | number | boolean | null

const isPlain = (value: unknown): value is Plain =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** What a case file shows of its history; whether it is intact is judged over all of it. */
const mostEvents = 200

/** The newest of what happened in a case file, newest first, and whether every event's hash follows from the one before. */
export async function historyOf(
  db: Kysely<Database>,
  idSolicitudMain: string,
): Promise<{ history: Event[]; intact: boolean }> {
  const chain = chainOf({ id_solicitud_main: idSolicitudMain })
  const { rows, head } = await readChain(db, chain)
  const history = rows
    .slice(-mostEvents)
    .toReversed()
    .flatMap((row) => {
      const action = eventActions.find((known) => known === row.action)
      if (action === undefined) return []
      const data = Object.fromEntries(
        Object.entries(row.data).filter((entry): entry is [string, Plain] => isPlain(entry[1])),
      )
      const actor = { id: row.actor, nombre: row.actor_label }
      return [{ action, actor, id_documento: row.id_documento, data, at: row.at.toISOString(), hash: row.hash }]
    })
  return { history, intact: verifyRows(rows, head).intact }
}
