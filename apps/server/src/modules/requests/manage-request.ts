import type {
  listSigningRequests,
  SigningRequest,
  updateRecipient as updateEndpoint,
} from '@foja/contracts/signing-requests'
import {
  convenedRole,
  deliveryRole,
  isAsked,
  signingRequestRules,
  type RequestKind,
  type SigningRequestAction,
} from '@foja/contracts/request-states'
import type { Convocation } from '@foja/contracts/convocations'
import type { DocumentRequest } from '@foja/contracts/document-requests'
import type { NewEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import { sql, type Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { pageOf } from '../../http/paging.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { lockActor } from '../identity/public.ts'
import { spendQuota } from '../outbox/public.ts'
import { endRequest } from './advance-request.ts'
import { presentRequest, requireRequest } from './create-request.ts'
import { presentConvocation } from './convocations/convene-parties.ts'
import { presentDocumentRequest } from './deliveries/deliveries.presenter.ts'
import { queueRecipientMail, recipientUrl, waitsAfterFilling } from './recipient-mail.ts'
import { recipientToken, recipientTokenDigest } from './recipient-token.ts'
import { recordRequestEvent } from './record-event.ts'
import { presentRequests } from './requests.presenter.ts'
import {
  findRecipient,
  findRecipients,
  lockRequest,
  selectVisible,
  whereWords,
  type RecipientRow,
  type RequestRow,
} from './requests.queries.ts'

const pageSize = 20
/** A recipient is not reminded more often. */
const reminders: ThrottleRule = { tries: 1, seconds: 3600 }

export type RequestFilter = {
  kind: RequestKind
  status?: RequestRow['status'] | undefined
  q?: string | undefined
  id_solicitud_main?: string | undefined
  id_documento?: string | undefined
  page: number
}

/** A page of the requests that the caller may manage, newest first, with the number of all. */
export async function findVisible({ db, actor }: Ctx, filter: RequestFilter) {
  const { kind, status, q, id_solicitud_main, id_documento, page } = filter
  let query = whereWords(selectVisible(db, actor, [kind]), q ?? '')
  if (status !== undefined) query = query.where('request.status', '=', status)
  if (id_solicitud_main !== undefined) query = query.where('request.id_solicitud_main', '=', id_solicitud_main)
  if (id_documento !== undefined) {
    query = query.where(sql<boolean>`exists (select from request_document part
      where part.id_request = request.id and part.id_documento = ${id_documento})`)
  }
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute()
  return { rows, count: Number(count), page: { page, page_size: pageSize } }
}

/** Signing requests that the caller may manage, newest first. */
export async function listRequests(ctx: Ctx, query: z.output<typeof listSigningRequests.query>) {
  const { rows, count, page } = await findVisible(ctx, { ...query, kind: 'firmas' })
  return pageOf(page, await presentRequests(ctx.db, ctx.actor, rows), count)
}

/** Requires that the state of the request allows an action, and that the recipient it is for has yet to act. */
export function requireOpen({ status }: RequestRow, action: SigningRequestAction, recipient?: RecipientRow): void {
  const isAllowed =
    signingRequestRules[action].includes(status) &&
    (recipient === undefined || (isAsked(recipient.status) && (action !== 'remind' || recipient.email !== '')))
  if (!isAllowed) throw new ProblemError('request_closed')
}

type Change = {
  action: Parameters<typeof recordRequestEvent>[3]['action']
  data: Record<string, string | null>
  published?: NewEvent['published']
  /** What follows from it in the same transaction, after its event. */
  after?: () => Promise<void>
}

/** Changes a locked request and records the event that `work` returns; null: nothing changed. */
export async function changeRequest(
  ctx: Ctx,
  id: string,
  kind: RequestKind | undefined,
  work: (trx: Transaction<Database>, request: RequestRow) => Promise<Change | null>,
): Promise<void> {
  const { db, actor, clock, ip } = ctx
  await requireRequest(ctx, id, kind)
  await inTransaction(db, async (trx) => {
    await lockActor(trx, actor, clock())
    const request = await lockRequest(trx, id)
    if (request === undefined) throw new ProblemError('not_found')
    const event = await work(trx, request)
    if (event === null) return
    const { after, ...what } = event
    await recordRequestEvent(trx, ctx, request, {
      ...what,
      actor: actor.id,
      actor_label: actor.nombre,
      ip,
      at: clock(),
    })
    await after?.()
  })
}

type AnyRequest = SigningRequest | DocumentRequest | Convocation

/** Like `change`, about one recipient. */
async function changeRecipient(
  ctx: Ctx,
  id: string,
  work: (trx: Transaction<Database>, request: RequestRow, recipient: RecipientRow) => Promise<Change | null>,
): Promise<AnyRequest> {
  const found = await findRecipient(ctx.db, id)
  if (found === undefined) throw new ProblemError('not_found')
  let solicitud: string | null = null
  await changeRequest(ctx, found.id_request, undefined, async (trx, request) => {
    solicitud = request.id_solicitud
    const recipient = await findRecipient(trx, id)
    if (recipient === undefined) throw new ProblemError('not_found')
    return await work(trx, request, recipient)
  })
  if (found.rol === convenedRole) return await presentConvocation(ctx, solicitud!)
  return found.rol === deliveryRole
    ? await presentDocumentRequest(ctx, found.id_request)
    : await presentRequest(ctx, found.id_request)
}

type Cancellation = { id: string; motivo: string }

/** Cancels a request and notifies the recipients who have yet to act. */
export async function cancelOfKind(ctx: Ctx, { id, motivo, kind }: Cancellation & { kind: RequestKind }) {
  await changeRequest(ctx, id, kind, async (trx, request) => {
    requireOpen(request, 'cancel')
    const asked = (await findRecipients(trx, [id])).filter((one) => isAsked(one.status) || waitsAfterFilling(one))
    await endRequest(trx, ctx, request, { status: 'anulada', motivo, actor: ctx.actor.nombre })
    for (const recipient of asked) await queueRecipientMail(trx, ctx, recipient, { request, kind: 'cancelled', motivo })
    const action = kind === 'firmas' ? 'signing_request.cancelled' : 'document_request.cancelled'
    return { action, data: { motivo } }
  })
}

/** @throws ProblemError not_found, forbidden, request_closed */
export async function cancelRequest(ctx: Ctx, { id, motivo }: Cancellation): Promise<SigningRequest> {
  await cancelOfKind(ctx, { id, motivo, kind: 'firmas' })
  return await presentRequest(ctx, id)
}

/**
 * The link of a recipient, to be given to them by other means.
 * @throws ProblemError not_found, forbidden, request_closed
 */
export async function copyRecipientLink(ctx: Ctx, id: string): Promise<string> {
  let url = ''
  await changeRecipient(ctx, id, async (trx, request, recipient) => {
    requireOpen(request, 'copy_link', recipient)
    url = recipientUrl(ctx.origin(), recipientToken(ctx.keys, id, recipient.round))
    if (recipient.channel === 'enlace') return null
    await trx.updateTable('recipient').set({ channel: 'enlace' }).where('id', '=', id).execute()
    return { action: 'recipient.link_copied', data: { nombre: recipient.nombre } }
  })
  return url
}

/** @throws ProblemError not_found, forbidden, request_closed, paused, email_quota_exceeded */
export async function remindRecipient(ctx: Ctx, id: string): Promise<AnyRequest> {
  return await changeRecipient(ctx, id, async (trx, request, recipient) => {
    requireOpen(request, 'remind', recipient)
    const { allowed, retryAfter } = await createThrottle(trx, ctx.clock).hit('remind recipient', id, reminders)
    if (!allowed) throw new ProblemError('paused', { retryAfter })
    await spendQuota(trx, ctx, 1)
    await trx.updateTable('recipient').set({ reminded_at: ctx.clock() }).where('id', '=', id).execute()
    await queueRecipientMail(trx, ctx, recipient, { request, kind: 'remind', zone: ctx.browserZone })
    return { action: 'recipient.reminded', data: { nombre: recipient.nombre } }
  })
}

type Correction = z.output<typeof updateEndpoint.body>

async function requireOwnAddress(trx: Transaction<Database>, recipient: RecipientRow, email: string): Promise<void> {
  const others = await findRecipients(trx, [recipient.id_request])
  const isTaken = others.some((one) => one.id !== recipient.id && one.status !== 'delegado' && one.email === email)
  if (isTaken) throw new ProblemError('recipient_repeated', { field: 'email' })
}

/**
 * Corrects a recipient who has not acted. Another address gets another link; the one before no longer opens.
 * @throws ProblemError not_found, forbidden, request_closed, recipient_repeated, email_quota_exceeded
 */
export async function correctRecipient(ctx: Ctx, { id_recipient: id, ...correction }: Correction): Promise<AnyRequest> {
  return await changeRecipient(ctx, id, async (trx, request, recipient) => {
    requireOpen(request, 'change_recipient', recipient.status === 'en_espera' ? undefined : recipient)
    const { nombre = recipient.nombre, email = recipient.email, telefono } = correction
    const next = {
      ...recipient,
      nombre,
      email,
      telefono: telefono === undefined ? recipient.telefono : telefono || null,
    }
    const moved = email !== recipient.email
    if (moved) {
      await requireOwnAddress(trx, recipient, email)
      next.round += 1
      next.channel = 'email'
      next.code_until = null
      next.code_at = null
      next.token_sha256 = recipientTokenDigest(ctx.keys, id, next.round)
      if (isAsked(recipient.status)) next.status = 'enviado'
    }
    const { places: _places, ...row } = next
    await trx.updateTable('recipient').set(row).where('id', '=', id).execute()
    if (moved && isAsked(recipient.status)) {
      await spendQuota(trx, ctx, 1)
      await queueRecipientMail(trx, ctx, next, { request, kind: 'ask', zone: ctx.browserZone })
    }
    return { action: 'recipient.changed', data: { nombre, email } }
  })
}
