import { sql, type Selectable, type Transaction } from 'kysely'
import type { EventTable } from './event-tables.ts'
import type { Database } from './schema.ts'

type EventRow = Selectable<EventTable>

/** Ids and states for webhooks besides those of the event; never names, addresses or other personal data. */
export type Published = Readonly<Record<string, string | number>>

/** Channel on which processes are notified of new deliveries. */
export const webhookChannel = 'webhooks'

/** Plain facts of an event's data that webhooks receive; the rest may be personal. */
const facts = ['id_solicitud', 'id_pedido', 'status'] as const

/** The content of a webhook message: ids and states. */
function bodyOf(row: EventRow, published: Published): string {
  const { id_company, id_solicitud_main, id_documento } = row
  const known = facts.map((name) => [name, row.data[name]] as const)
  const ids = Object.entries({
    id_company,
    id_solicitud_main,
    ...Object.fromEntries(known),
    id_documento,
    ...published,
  })
  const data = Object.fromEntries(ids.filter(([, value]) => value !== null && value !== undefined))
  return JSON.stringify({ type: row.action, timestamp: row.at.toISOString(), data })
}

/** What the order of deliveries holds for: the case file, else the request, else the document. */
function objectOf({ id_solicitud_main, id_documento, data }: EventRow): string | null {
  const request = data['id_pedido']
  return id_solicitud_main ?? (typeof request === 'string' ? request : id_documento)
}

/**
 * Adds a delivery for each webhook that receives events of these, in the transaction that appends them: neither is lost
 * without the other. `published`: the further ids of each event; false: it is not delivered.
 */
export async function addDeliveries(
  trx: Transaction<Database>,
  rows: readonly EventRow[],
  published: readonly (Published | false)[],
): Promise<void> {
  const messages = rows.flatMap((row, n) => {
    const object = objectOf(row)
    const further = published[n] ?? {}
    if (object === null || row.id_company === null || further === false) return []
    return [{ n, id_company: row.id_company, object, type: row.action, at: row.at, body: bodyOf(row, further) }]
  })
  if (messages.length === 0) return
  await sql`
    with added as (
      insert into webhook_delivery (id_webhook, object, type, body, next_attempt_at, created_at)
      select webhook.id, one.object, one.type, one.body, one.at, one.at
      from json_to_recordset(${JSON.stringify(messages)}::json)
        as one (n int, id_company uuid, object text, type text, at timestamptz, body text)
      join webhook on webhook.id_company = one.id_company and webhook.activo and one.type = any (webhook.events)
      order by one.n
      returning 1
    )
    select pg_notify(${webhookChannel}, '') from added limit 1`.execute(trx)
}
