import type { EventAction } from '@foja/contracts/events'
import { appendEvent, type NewEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { announceChange } from '../notify/public.ts'
import type { Ctx } from '../../context.ts'
import { findRequestDocuments, type RecipientRow, type RequestRow } from './requests.queries.ts'

type RequestEvent = Pick<NewEvent, 'data' | 'ip' | 'published'> & {
  action: EventAction
  /** The acting user; null: a recipient or the system. */
  actor: string | null
  actor_label: string
  at: Date
}

/**
 * Appends an event of a request to the history of its case file, or of each of its loose documents, and updates open
 * screens.
 */
export async function recordRequestEvent(
  trx: Transaction<Database>,
  deps: Pick<AppDeps, 'bus'>,
  request: RequestRow,
  event: RequestEvent,
): Promise<void> {
  const { id_company, id_solicitud_main, owner } = request
  const documents = await findRequestDocuments(trx, [request.id])
  const single = documents.length === 1 ? documents[0]!.id_documento : null
  const ids = id_solicitud_main === null ? documents.map(({ id_documento }) => id_documento) : [single]
  for (const [index, id_documento] of ids.entries()) {
    await announceChange(trx, deps, { id_company, created_by: owner, id_solicitud_main, id_documento })
    const data = { titulo: request.titulo, id_pedido: request.id, ...event.data }
    // One of the histories reports it to webhooks.
    const published = index === 0 ? event.published : false
    await appendEvent(trx, { ...event, data, id_solicitud_main, id_company, id_documento, published })
  }
}

/** Appends an event of what a recipient did, with their address. */
export async function recordRecipientEvent(
  trx: Transaction<Database>,
  ctx: Ctx<null>,
  { recipient, request }: { recipient: RecipientRow; request: RequestRow },
  { action, data = {}, published = {}, at }: Pick<NewEvent, 'data' | 'published'> & { action: EventAction; at: Date },
): Promise<void> {
  await recordRequestEvent(trx, ctx, request, {
    action,
    actor: null,
    actor_label: recipient.nombre,
    data: { email: recipient.email, ...data },
    published: { id_recipient: recipient.id, ...published },
    ip: ctx.ip,
    at,
  })
}
