import { caseActions, type Event } from '@foja/contracts/events'
import type { EventRow } from '@foja/db/events'

type Plain = string | number | boolean | null

const isPlain = (value: unknown): value is Plain =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Wire shape of an event; empty for an event of the office, or an action that this release does not know. */
export function presentEvent(row: EventRow): Event[] {
  const action = caseActions.find((known) => known === row.action)
  if (action === undefined) return []
  const data = Object.fromEntries(
    Object.entries(row.data).filter((entry): entry is [string, Plain] => isPlain(entry[1])),
  )
  const actor = { id: row.actor, nombre: row.actor_label }
  return [{ action, actor, id_documento: row.id_documento, data, at: row.at.toISOString(), hash: row.hash }]
}
