import type { DeliveryView } from '@foja/contracts/document-requests'
import { mayRecipient } from '@foja/contracts/recipient-rules'
import { copiesUntil } from '@foja/contracts/request-states'
import type { Ctx } from '../../../context.ts'
import { logoUrlOf } from '../office-logo.ts'
import { requireRecipient, stateOf, type Asked } from '../require-recipient.ts'
import { deliveryStatus, presentAsked, presentFile, presentState } from './deliveries.presenter.ts'
import { findFiles, findRequirements, leftFor } from './requirements.queries.ts'

/** What the page of a recipient of documents shows. */
export async function presentDelivery(ctx: Ctx<null>, asked: Asked): Promise<DeliveryView> {
  const { db } = ctx
  const { recipient, request } = asked
  const requirements = await findRequirements(db, [recipient.id])
  const files = await findFiles(
    db,
    requirements.map(({ id }) => id),
  )
  const holder = { kind: 'recipient', id: recipient.id } as const
  return {
    kind: 'documentos',
    id: request.id,
    company: request.company_nombre,
    logo: await logoUrlOf(ctx, request),
    asked_by: request.author_nombre,
    titulo: request.titulo,
    mensaje: request.mensaje,
    status: deliveryStatus(request.status),
    expires_at: request.expires_at.toISOString(),
    copies_until: copiesUntil(request.ended_at)?.toISOString() ?? null,
    recipient: { nombre: recipient.nombre, email: recipient.email },
    requirements: requirements.map((row) => ({
      ...presentState(row),
      ...presentAsked(row),
      documents: files
        .filter(({ id_requirement, returned_at }) => id_requirement === row.id && returned_at === null)
        .map((file) => presentFile(ctx, file, holder)),
    })),
    left: await leftFor(db, recipient.id),
    delivered_at: files.at(-1)?.delivered_at.toISOString() ?? null,
    may_deliver: mayRecipient('deliver', stateOf(asked)),
  }
}

/** @throws ProblemError not_found */
export const viewDelivery = async (ctx: Ctx<null>, token: string): Promise<DeliveryView> =>
  await presentDelivery(ctx, await requireRecipient(ctx, token, 'documentos'))
