import { sql, type Transaction } from 'kysely'
import { appendEvent, hashOfEvent, redaction, type EventRow, type NewEvent, type Redacted } from './events.ts'
import type { Database } from './schema.ts'

/** What an erasure may change of an event. */
export type Redactable = Pick<EventRow, 'actor_label' | 'data' | 'ip'>

/** Events that one appended event accounts for at most. */
const most = 500

/** The objects of a chain, from one of its events. */
function placeOf({ chain, id_solicitud_main, id_company, id_documento }: EventRow) {
  return {
    id_solicitud_main: id_solicitud_main === chain ? chain : null,
    id_documento: id_solicitud_main !== chain && id_documento === chain ? chain : null,
    id_company,
  }
}

/**
 * Changes events without breaking their chains: each keeps the hash of its original, and an event appended to its chain
 * names the changed ones with the hashes of what they are now. So a chain proves that nothing but these were changed,
 * also without the database. `rows` as they are, `change` what they become; `by` who did it and why. Only the owner of
 * the tables may do this.
 */
export async function redactEvents(
  trx: Transaction<Database>,
  rows: readonly EventRow[],
  change: (row: EventRow) => Redactable,
  by: Pick<NewEvent, 'actor' | 'actor_label' | 'ip' | 'at' | 'data'>,
): Promise<void> {
  await sql`select set_config('foja.redacting', 'on', true)`.execute(trx)
  const chains = Map.groupBy(rows, ({ chain }) => chain)
  // In one order, so that two erasures do not wait for each other.
  for (const chain of [...chains.keys()].sort()) {
    const own = chains.get(chain)!
    for (let from = 0; from < own.length; from += most) {
      const redacted: Redacted = {}
      for (const row of own.slice(from, from + most)) {
        const { actor_label, data, ip } = change(row)
        const changed = { actor_label, data: JSON.stringify(data), ip }
        await trx.updateTable('event').set(changed).where('id', '=', row.id).execute()
        redacted[String(row.seq)] = hashOfEvent({ ...row, actor_label, data, ip })
      }
      const data = { ...by.data, redacted }
      await appendEvent(trx, { ...by, ...placeOf(own[0]!), action: redaction, data })
    }
  }
  await sql`select set_config('foja.redacting', '', true)`.execute(trx)
}
