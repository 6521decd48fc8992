import type { DocumentRequest, reviewRequirement as endpoint } from '@foja/contracts/document-requests'
import { mayRequirement } from '@foja/contracts/requirement-rules'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { insertDocument, placeIn } from '../../documents/public.ts'
import { spendQuota } from '../../outbox/public.ts'
import { completeRequest } from '../advance-request.ts'
import { changeRequest, requireOpen } from '../manage-request.ts'
import { queueRecipientMail } from '../recipient-mail.ts'
import { findRecipient, findRecipients, type RequestRow } from '../requests.queries.ts'
import { presentDocumentRequest } from './deliveries.presenter.ts'
import {
  findFiles,
  findRequirements,
  lockRequirement,
  receivedOf,
  setRequirement,
  type RequirementRow,
} from './requirements.queries.ts'
import { settleDelivery } from './settle-delivery.ts'

type Trx = Transaction<Database>
type Input = z.output<typeof endpoint.body>

const currentFiles = async (trx: Trx, id: string) =>
  (await findFiles(trx, [id])).filter(({ returned_at }) => returned_at === null)

/** The delivered files become documents of the solicitud. */
async function accept(trx: Trx, ctx: Ctx, request: RequestRow, requirement: RequirementRow): Promise<void> {
  const { actor, ip, clock } = ctx
  const at = clock()
  const place = await placeIn(trx, actor, request.id_solicitud!, at)
  const { id_company, id_solicitud_main } = place
  for (const [index, file] of (await currentFiles(trx, requirement.id)).entries()) {
    const id_documento = await insertDocument(trx, {
      received: receivedOf(file),
      idSolicitud: place.idSolicitud,
      idCompany: id_company,
      position: place.position + index,
      createdBy: actor.id,
      at,
    })
    await trx.updateTable('delivered_file').set({ id_documento }).where('id', '=', file.id).execute()
    await appendEvent(trx, {
      action: 'document.uploaded',
      id_solicitud_main,
      id_company,
      id_documento,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { nombre: file.nombre, sha256: file.sha256 },
      ip,
      at,
    })
  }
  await setRequirement(trx, requirement.id, { status: 'aceptado', reviewed_at: at })
}

async function returnIt(trx: Trx, ctx: Ctx, request: RequestRow, requirement: RequirementRow, motivo: string) {
  const at = ctx.clock()
  await spendQuota(trx, ctx, 1)
  await trx
    .updateTable('delivered_file')
    .set({ returned_at: at })
    .where('id_requirement', '=', requirement.id)
    .where('returned_at', 'is', null)
    .execute()
  await setRequirement(trx, requirement.id, { status: 'observado', motivo, reviewed_at: at })
  const recipient = (await findRecipient(trx, requirement.id_recipient))!
  await settleDelivery(trx, ctx, request, recipient)
  const about = { request, motivo, requirement: requirement.nombre, zone: ctx.browserZone }
  await queueRecipientMail(trx, ctx, recipient, { ...about, kind: 'returned' })
}

/** True when all that is required of all recipients is accepted, and nothing else waits for a review. */
async function isComplete(trx: Trx, { id }: RequestRow): Promise<boolean> {
  const recipients = (await findRecipients(trx, [id])).map((recipient) => recipient.id)
  return (await findRequirements(trx, recipients)).every(
    ({ obligatorio, status }) => status === 'aceptado' || (!obligatorio && status !== 'recibido'),
  )
}

/**
 * Accepts what was delivered for a requirement, or returns it with a reason. With the last one the request is complete,
 * in the same transaction.
 * @throws ProblemError not_found, forbidden, request_closed, email_quota_exceeded, transition_not_allowed,
 * solicitud_concluded
 */
export async function reviewRequirement(ctx: Ctx, input: Input): Promise<DocumentRequest> {
  const found = await ctx.db
    .selectFrom('requirement')
    .innerJoin('recipient', 'recipient.id', 'requirement.id_recipient')
    .where('requirement.id', '=', input.id_requirement)
    .select('recipient.id_request')
    .executeTakeFirst()
  if (found === undefined) throw new ProblemError('not_found')
  await changeRequest(ctx, found.id_request, 'documentos', async (trx, request) => {
    requireOpen(request, 'remind')
    const requirement = await lockRequirement(trx, input.id_requirement)
    if (requirement === undefined) throw new ProblemError('not_found')
    if (!mayRequirement('review', requirement.status)) throw new ProblemError('request_closed')
    const data = { requisito: requirement.nombre }
    const published = { id_recipient: requirement.id_recipient, id_requirement: requirement.id }
    if (input.status === 'observado') {
      await returnIt(trx, ctx, request, requirement, input.motivo)
      return { action: 'requirement.returned', data: { ...data, motivo: input.motivo }, published }
    }
    await accept(trx, ctx, request, requirement)
    const event = { action: 'requirement.accepted', data, published } as const
    if (await isComplete(trx, request)) return { ...event, after: async () => await completeRequest(trx, ctx, request) }
    return event
  })
  return await presentDocumentRequest(ctx, found.id_request)
}
