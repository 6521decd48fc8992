import { fieldsOfRecipient, isAsked } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { notify } from '../notify/public.ts'
import { queueRecipientMail } from './recipient-mail.ts'
import { recordRequestEvent } from './record-event.ts'
import { findRecipients, findRequestDocuments, type RecipientRow, type RequestRow } from './requests.queries.ts'

type Trx = Transaction<Database>
type Ending = {
  status: 'completada' | 'rechazada' | 'vencida' | 'anulada'
  motivo: string | null
  actor: string | null
}

export const hasOpenFields = (recipient: RecipientRow): boolean => fieldsOfRecipient(recipient) === 'open'

/**
 * Asks the recipients of the next turn, if those of the turn before have all acted. Before the first turn: all who fill
 * fields of the document. `present`: a recipient on the page, who gets no message.
 */
export async function askNextTurn(
  trx: Trx,
  deps: AppDeps,
  request: RequestRow,
  { zone = null, present }: { zone?: string | null; present?: string } = {},
): Promise<void> {
  const recipients = await findRecipients(trx, [request.id])
  if (recipients.some(({ status }) => isAsked(status))) return
  const waiting = recipients.filter(({ status, turno }) => status === 'en_espera' && turno !== null)
  const filling = waiting.filter(hasOpenFields)
  const next = filling.length > 0 ? filling : waiting.filter(({ turno }) => turno === waiting[0]!.turno)
  const sent_at = deps.clock()
  for (const recipient of next) {
    const { id } = recipient
    const status = id === present ? 'visto' : 'enviado'
    await trx.updateTable('recipient').set({ status, sent_at }).where('id', '=', id).execute()
    if (id === present) continue
    const key = hasOpenFields(recipient) ? `request.fill:${id}` : `request.ask:${id}`
    await queueRecipientMail(trx, deps, recipient, { request, kind: 'ask', zone, key })
  }
}

/** Notifies the user who asked. */
async function notifyAuthor(trx: Trx, deps: AppDeps, request: RequestRow, ending: Ending): Promise<void> {
  const kinds = {
    firmas: { completada: 'request.completed', rechazada: 'request.declined', vencida: 'request.expired' },
    // The user who accepts the last document sees that the request is complete.
    documentos: { completada: null, rechazada: null, vencida: 'documents.expired' },
    convocatoria: { completada: null, rechazada: null, vencida: null },
  } as const
  const kind = ending.status === 'anulada' ? null : kinds[request.kind][ending.status]
  if (kind === null) return
  const [document] = await findRequestDocuments(trx, [request.id])
  await notify(trx, deps, {
    kind,
    to: [request.created_by],
    actor: ending.actor === null ? null : { id: null, nombre: ending.actor },
    id_solicitud: request.id_solicitud,
    id_documento: document === undefined || document.deleted_at !== null ? null : document.id_documento,
    data: { titulo: request.titulo, nombre: document?.nombre ?? null, motivo: ending.motivo },
    key: `${kind}:${request.id}`,
    email: true,
  })
}

/** Ends a running request: its recipients can no longer act, and the user who asked is notified. */
export async function endRequest(trx: Trx, deps: AppDeps, request: RequestRow, ending: Ending): Promise<void> {
  const ended_at = deps.clock()
  const { status, motivo } = ending
  const set = { status, ended_at, ...(status === 'anulada' ? { motivo } : {}) }
  await trx.updateTable('request').set(set).where('id', '=', request.id).execute()
  await trx.deleteFrom('request_filling').where('id_request', '=', request.id).execute()
  if (status !== 'completada') {
    await trx
      .updateTable('recipient')
      .set({ status: status === 'vencida' ? 'vencido' : 'anulado' })
      .where('id_request', '=', request.id)
      .where('status', 'in', ['en_espera', 'enviado', 'visto'])
      .execute()
  }
  await notifyAuthor(trx, deps, request, ending)
}

/** Ends a request as complete; its recipients get their copies, or learn that all has been accepted. */
export async function completeRequest(trx: Trx, deps: AppDeps, request: RequestRow): Promise<void> {
  await endRequest(trx, deps, request, { status: 'completada', motivo: null, actor: null })
  const at = deps.clock()
  await trx
    .updateTable('recipient')
    .set({ status: 'enviado', sent_at: at })
    .where('id_request', '=', request.id)
    .where('rol', '=', 'copia')
    .where('status', '=', 'en_espera')
    .execute()
  const ended = { ...request, ended_at: at }
  for (const recipient of await findRecipients(trx, [request.id])) {
    if (recipient.status === 'delegado') continue
    const key = `request.copies:${recipient.id}`
    await queueRecipientMail(trx, deps, recipient, { request: ended, kind: 'copies', key })
  }
  await recordRequestEvent(trx, deps, request, {
    action: request.kind === 'firmas' ? 'signing_request.completed' : 'document_request.completed',
    actor: null,
    actor_label: 'Foja',
    data: {},
    at,
  })
}

/**
 * Continues a request after a recipient has acted, in that transaction: asks the next turn, or completes it when all have
 * acted.
 */
export async function advanceRequest(trx: Trx, deps: AppDeps, request: RequestRow): Promise<void> {
  const recipients = await findRecipients(trx, [request.id])
  const missing = recipients.some(({ status, turno }) => turno !== null && (isAsked(status) || status === 'en_espera'))
  if (missing) await askNextTurn(trx, deps, request)
  else await completeRequest(trx, deps, request)
}
