import type { createDocumentRequest as endpoint, DocumentRequest } from '@foja/contracts/document-requests'
import { deliveryRole } from '@foja/contracts/request-states'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import { requestKey, runOnce } from '../../../lib/idempotency.ts'
import { lockSolicitud, requireAllowed } from '../../case-locks/public.ts'
import { lockActor } from '../../identity/public.ts'
import { spendQuota } from '../../outbox/public.ts'
import { askNextTurn } from '../advance-request.ts'
import { newRecipient, requireMailForCodes, requireOwnAddresses, termOf } from '../request-input.ts'
import { recordRequestEvent } from '../record-event.ts'
import { findRecipients, findRequest } from '../requests.queries.ts'
import { presentAsked, presentDocumentRequest } from './deliveries.presenter.ts'
import { findRequirements, sortedKinds } from './requirements.queries.ts'

type Input = z.output<typeof endpoint.body>

function requirementRows(input: Input, id_recipient: string) {
  return input.requirements.map((one, position) => ({
    id: randomUUID(),
    id_recipient,
    position,
    nombre: one.nombre,
    ayuda: one.ayuda || null,
    obligatorio: one.obligatorio ?? true,
    acepta: JSON.stringify(sortedKinds(one.acepta ?? ['pdf', 'imagen'])),
    max_files: one.max_files ?? 1,
    status: 'pendiente' as const,
  }))
}

/** Inserts the request and asks its recipients. */
async function insert(trx: Transaction<Database>, ctx: Ctx, input: Input): Promise<string> {
  const { actor, clock, ip } = ctx
  const at = clock()
  const locked = await lockSolicitud(trx, actor, 'document.ask', input.id_solicitud)
  requireAllowed(locked, actor, 'attach')
  await spendQuota(trx, ctx, input.recipients.length)
  const { id_company, id_solicitud_main, titulo } = locked.main
  const id = randomUUID()
  await trx
    .insertInto('request')
    .values({
      id,
      kind: 'documentos',
      id_company,
      id_solicitud_main,
      id_solicitud: input.id_solicitud,
      titulo: input.titulo ?? (titulo || input.requirements[0]!.nombre),
      mensaje: input.mensaje || null,
      status: 'enviada',
      allow_delegation: false,
      remind_every_days: input.remind_every_days ?? null,
      expires_at: termOf(input, at),
      created_by: actor.id,
      created_at: at,
      sent_at: at,
    })
    .execute()
  const recipients = input.recipients.map((one, position) => ({
    ...newRecipient(ctx, id, position, one),
    must_match: false,
    rol: deliveryRole as typeof deliveryRole,
    turno: 1,
    places: '[]',
  }))
  await trx.insertInto('recipient').values(recipients).execute()
  const requirements = recipients.flatMap((recipient) => requirementRows(input, recipient.id))
  await trx.insertInto('requirement').values(requirements).execute()
  const request = (await findRequest(trx, id))!
  await askNextTurn(trx, ctx, request, { zone: ctx.browserZone })
  await recordRequestEvent(trx, ctx, request, {
    action: 'document_request.sent',
    actor: actor.id,
    actor_label: actor.nombre,
    data: {
      names: recipients.map(({ nombre }) => nombre).join(', '),
      requisitos: input.requirements.map(({ nombre }) => nombre).join(', '),
      expires_at: request.expires_at.toISOString(),
    },
    ip,
    at,
  })
  return id
}

/**
 * Asks recipients for documents by a list.
 * @throws ProblemError not_found, forbidden, recipient_repeated, date_in_past, request_term_too_long,
 * email_quota_exceeded, transition_not_allowed, solicitud_concluded, id_in_use, code_needs_mail
 */
export async function createDocumentRequest(ctx: Ctx, input: Input): Promise<DocumentRequest> {
  const { key, ...content } = input
  requireOwnAddresses(input.recipients)
  requireMailForCodes(ctx, input.recipients)
  if (input.requirements.every(({ obligatorio }) => obligatorio === false)) {
    throw new ProblemError('validation_failed', { field: 'requirements.0.obligatorio' })
  }
  const idempotency = requestKey(ctx.actor.id, 'document request', key, content)
  const lock = async (trx: Transaction<Database>) => await lockActor(trx, ctx.actor, ctx.clock())
  const { result } = await runOnce(ctx, idempotency, async (trx) => await insert(trx, ctx, input), lock)
  return await presentDocumentRequest(ctx, result)
}

/**
 * The list that the office asked for the last time for a solicitud of the same type; empty without one.
 * @throws ProblemError not_found, forbidden
 */
export async function readChecklist({ db, actor }: Ctx, idSolicitud: string) {
  const row = await db
    .selectFrom('solicitud')
    .innerJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('solicitud.id_solicitud', '=', idSolicitud)
    .select(['main.id_company', 'main.created_by', 'solicitud.tipo'])
    .executeTakeFirst()
  authorize('document.ask', actor, row)
  const last = await db
    .selectFrom('request')
    .innerJoin('solicitud', 'solicitud.id_solicitud', 'request.id_solicitud')
    .where('request.kind', '=', 'documentos')
    .where('request.id_company', '=', row.id_company)
    .where('solicitud.tipo', 'is not distinct from', row.tipo)
    .orderBy('request.created_at', 'desc')
    .limit(1)
    .select('request.id')
    .executeTakeFirst()
  const [recipient] = last === undefined ? [] : await findRecipients(db, [last.id])
  const requirements = recipient === undefined ? [] : await findRequirements(db, [recipient.id])
  return { requirements: requirements.map(presentAsked) }
}
