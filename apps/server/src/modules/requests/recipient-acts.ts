import type { EventAction } from '@foja/contracts/events'
import type { RecipientAct } from '@foja/contracts/recipient-rules'
import type { RecipientStatus } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { slowDown, type ThrottleRule } from '../../http/throttle.ts'
import { advanceRequest, endRequest, hasOpenFields } from './advance-request.ts'
import { queueRecipientMail } from './recipient-mail.ts'
import { recipientTokenDigest } from './recipient-token.ts'
import { lockAsked, requireRecipient, type Asked } from './require-recipient.ts'
import { recordRecipientEvent } from './record-event.ts'
import { findRecipients } from './requests.queries.ts'

type Trx = Transaction<Database>
type Acted = { status: RecipientStatus }

/** Each delegation sends a message to an address that the recipient chose. */
const delegations: ThrottleRule = { tries: 5, seconds: 24 * 3600 }

type Act = {
  act: RecipientAct
  status: 'aprobado' | 'rechazado' | 'delegado'
  action: EventAction
  motivo: string | null
  data: Record<string, string | null>
}

/** Records the act of a recipient with its event, then does `follow`, in one transaction. */
async function act(
  ctx: Ctx<null>,
  token: string,
  what: Act,
  follow: (trx: Trx, asked: Asked) => Promise<void>,
): Promise<Acted> {
  const asked = await requireRecipient(ctx, token, 'firmas')
  const { status, motivo } = what
  await inTransaction(ctx.db, async (trx) => {
    const locked = await lockAsked(trx, ctx, asked, what.act)
    const { recipient, request } = locked
    const acted_at = ctx.clock()
    await trx.updateTable('recipient').set({ status, acted_at, motivo }).where('id', '=', recipient.id).execute()
    await recordRecipientEvent(trx, ctx, locked, { ...what, at: acted_at })
    await follow(trx, { recipient: { ...recipient, status, acted_at, motivo }, request })
  })
  return { status }
}

/** @throws ProblemError not_found, request_closed */
export async function approve(ctx: Ctx<null>, token: string): Promise<Acted> {
  const what = { act: 'approve', status: 'aprobado', action: 'recipient.approved', motivo: null, data: {} } as const
  return await act(ctx, token, what, async (trx, { request }) => await advanceRequest(trx, ctx, request))
}

/** Declines, which ends the request. @throws ProblemError not_found, request_closed */
export async function decline(ctx: Ctx<null>, token: string, motivo: string): Promise<Acted> {
  const what = { act: 'decline', status: 'rechazado', action: 'recipient.declined', motivo, data: { motivo } } as const
  return await act(ctx, token, what, async (trx, { recipient, request }) => {
    const others = (await findRecipients(trx, [request.id])).filter(({ id, rol, status, sent_at }) => {
      return id !== recipient.id && rol !== 'copia' && sent_at !== null && status !== 'delegado'
    })
    await endRequest(trx, ctx, request, { status: 'rechazada', motivo, actor: recipient.nombre })
    for (const one of others) await queueRecipientMail(trx, ctx, one, { request, kind: 'declined' })
  })
}

type Delegate = { nombre: string; email: string; motivo?: string | undefined }

/**
 * Passes the request on: another recipient takes the place, in the same turn.
 * @throws ProblemError not_found, request_closed, recipient_repeated, too_many_attempts
 */
export async function delegate(ctx: Ctx<null>, token: string, { nombre, email, motivo }: Delegate): Promise<Acted> {
  const what = {
    act: 'delegate',
    status: 'delegado',
    action: 'recipient.delegated',
    motivo: motivo || null,
    data: { a: nombre, email, motivo: motivo || null },
  } as const
  return await act(ctx, token, what, async (trx, { recipient, request }) => {
    await slowDown({ db: trx, clock: ctx.clock }, 'delegations', request.id, delegations)
    const all = await findRecipients(trx, [request.id])
    if (all.some((one) => one.email === email)) throw new ProblemError('recipient_repeated', { field: 'email' })
    const id = randomUUID()
    const next = {
      ...recipient,
      id,
      nombre,
      email,
      telefono: null,
      // The number was that of the person who passed it on.
      identificacion: null,
      must_match: false,
      status: 'enviado' as const,
      channel: 'email' as const,
      round: 1,
      token_sha256: recipientTokenDigest(ctx.keys, id, 1),
      sent_at: ctx.clock(),
      seen_at: null,
      acted_at: null,
      reminded_at: null,
      motivo: null,
      code_round: 0,
      code_until: null,
      code_tries: 0,
      code_at: null,
      delegated_from: recipient.id,
      fills: hasOpenFields(recipient) ? recipient.fills : null,
      filled_at: null,
    }
    await trx
      .insertInto('recipient')
      .values({ ...next, places: JSON.stringify(recipient.places) })
      .execute()
    await queueRecipientMail(trx, ctx, next, { request, kind: 'ask' })
  })
}
