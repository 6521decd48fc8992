import { mayRecipient, recipientActs } from '@foja/contracts/recipient-rules'
import { copiesUntil, isAsked } from '@foja/contracts/request-states'
import type { ConveneView } from '@foja/contracts/convocations'
import type { DeliveryView } from '@foja/contracts/document-requests'
import type { CodeView, RecipientView } from '@foja/contracts/recipients'
import { inTransaction } from '@foja/db/transaction'
import type { Ctx } from '../../context.ts'
import { linkTo, findDocumentRow, pageImagesOf, type DocumentRow } from '../documents/public.ts'
import { rulesOf } from '../signing/public.ts'
import { presentConvened } from './convocations/answer-convocation.ts'
import { presentDelivery } from './deliveries/delivery-view.ts'
import { logoUrlOf } from './office-logo.ts'
import { presentCode } from './recipient-code.ts'
import { presentFields } from './recipient-fill.ts'
import { findHolder, hasPassed, isMoved, lockAsked, stateOf, type Asked } from './require-recipient.ts'
import { recordRecipientEvent } from './record-event.ts'
import { signingRole } from './requests.presenter.ts'
import { findRecipients, findRequestDocuments, findSigned } from './requests.queries.ts'

/** Records that the recipient has opened the request, once. */
async function recordSeen(ctx: Ctx<null>, asked: Asked): Promise<Asked> {
  if (isMoved(asked) || asked.recipient.status !== 'enviado' || asked.request.status !== 'enviada') return asked
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockAsked(trx, ctx, asked, 'read')
    const { recipient, request } = locked
    if (recipient.status !== 'enviado') return locked
    const seen_at = ctx.clock()
    await trx.updateTable('recipient').set({ status: 'visto', seen_at }).where('id', '=', recipient.id).execute()
    const data = { channel: recipient.channel }
    await recordRecipientEvent(trx, ctx, locked, { action: 'recipient.seen', data, at: seen_at })
    return { request, recipient: { ...recipient, status: 'visto', seen_at } }
  })
}

async function presentDocument(ctx: Ctx<null>, { recipient }: Asked, document: DocumentRow, signed: Set<string>) {
  const content = { kind: 'version', id: document.id_version } as const
  const holder = { kind: 'recipient', id: recipient.id } as const
  const { id_documento, nombre, size, sha256 } = document
  const place = recipient.places.find((one) => one.id_documento === id_documento)
  return {
    id_documento,
    nombre,
    size,
    sha256,
    signed: signed.has(id_documento),
    position: place?.position ?? null,
    download_url: linkTo(ctx, 'file', { content, page: 0, small: false, holder }),
    images: await pageImagesOf(ctx, { content, ...document }, holder),
  }
}

/**
 * What the page of a recipient shows; the first view is recorded. Before the code, only who asks.
 * @throws ProblemError not_found
 */
export async function viewRequest(
  ctx: Ctx<null>,
  credential: string,
): Promise<RecipientView | DeliveryView | ConveneView | CodeView> {
  const holder = await findHolder(ctx, credential)
  if (!hasPassed(ctx, holder, credential)) return await presentCode(ctx, holder)
  const asked = await recordSeen(ctx, holder)
  const { kind } = asked.request
  if (kind === 'convocatoria') return await presentConvened(ctx, asked)
  return kind === 'firmas' ? await presentSigning(ctx, asked) : await presentDelivery(ctx, asked)
}

async function presentSigning(ctx: Ctx<null>, asked: Asked): Promise<RecipientView> {
  const { db } = ctx
  const { recipient, request } = asked
  const signed = await findSigned(db, recipient.id)
  const documents: RecipientView['documents'] = []
  for (const { id_documento } of await findRequestDocuments(db, [request.id])) {
    const document = await findDocumentRow(db, id_documento)
    if (document !== undefined) documents.push(await presentDocument(ctx, asked, document, signed))
  }
  const others = (await findRecipients(db, [request.id])).filter(
    ({ id, status, rol }) => id !== recipient.id && status !== 'delegado' && rol !== 'copia',
  )
  const { level } = await rulesOf({ ...ctx, actor: request })
  return {
    kind: 'firmas',
    id: request.id,
    company: request.company_nombre,
    logo: await logoUrlOf(ctx, request),
    asked_by: request.author_nombre,
    titulo: request.titulo,
    mensaje: request.mensaje,
    status: request.status,
    expires_at: request.expires_at.toISOString(),
    copies_until: copiesUntil(request.ended_at)?.toISOString() ?? null,
    recipient: {
      nombre: recipient.nombre,
      email: recipient.email,
      rol: signingRole(recipient),
      status: recipient.status,
      identificacion: recipient.must_match ? recipient.identificacion : null,
    },
    // Not what the sender calls them in between: only whether they have acted.
    others: others.map((one) => ({
      nombre: one.nombre,
      rol: signingRole(one),
      turno: one.turno,
      status: isAsked(one.status) ? 'enviado' : one.status,
    })),
    documents,
    fill: await presentFields(ctx, asked),
    level,
    acts: recipientActs.filter((act) => mayRecipient(act, stateOf(asked))),
  }
}
