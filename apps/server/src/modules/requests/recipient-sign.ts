import { isSameIdentification } from '@foja/contracts/identification'
import { type RecipientAct } from '@foja/contracts/recipient-rules'
import { isSigner } from '@foja/contracts/request-states'
import type { recipientPrepare as endpoint } from '@foja/contracts/recipients'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import type { KeyedMutex } from '../../lib/keyed-mutex.ts'
import { findDocumentRow, type DocumentRow } from '../documents/public.ts'
import {
  completeSigning,
  prepareSigning,
  type Signatory,
  type SignedByThem,
  type StampPlace,
} from '../signing/public.ts'
import { advanceRequest } from './advance-request.ts'
import { lockAsked, requireAct, requireRecipient, type Asked } from './require-recipient.ts'
import { recordRecipientEvent } from './record-event.ts'
import { findRecipient, findRecipients, findRequestDocuments, findSigned } from './requests.queries.ts'

type Trx = Transaction<Database>

/** Records that a recipient signed a document; with the last one they have acted. */
async function recordSigned(
  trx: Trx,
  ctx: Ctx<null>,
  asked: Asked,
  { document, version, signatureId }: SignedByThem,
  { consent, data }: SigningAct,
) {
  const { recipient, request } = asked
  const at = ctx.clock()
  const { id_documento } = document
  await trx
    .insertInto('recipient_version')
    .values({
      id_recipient: recipient.id,
      id_documento,
      version,
      at,
      signature_id: consent === null ? null : signatureId,
      consent,
    })
    .execute()
  const all = await findRequestDocuments(trx, [request.id])
  if ((await findSigned(trx, recipient.id)).size < all.length) return
  await trx.updateTable('recipient').set({ status: 'firmado', acted_at: at }).where('id', '=', recipient.id).execute()
  const facts = { channel: recipient.channel, ...data }
  await recordRecipientEvent(trx, ctx, asked, { action: 'recipient.signed', data: facts, at })
  await advanceRequest(trx, ctx, request)
}

/** `consent`: what the recipient of a simple signature agreed to. `data`: of the event. */
type SigningAct = { act: RecipientAct; consent: string | null; data: Record<string, string | null> }

const byCertificate: SigningAct = { act: 'sign', consent: null, data: {} }

export function signatoryOf(ctx: Ctx<null>, asked: Asked, act: SigningAct = byCertificate): Signatory {
  const { recipient, request } = asked
  let locked = asked
  return {
    kind: 'recipient',
    id: recipient.id,
    nombre: recipient.nombre,
    id_company: request.id_company,
    author: request.created_by,
    findDocument: async (id) => {
      const isAskedFor = (await findRequestDocuments(ctx.db, [request.id])).some((one) => one.id_documento === id)
      const document = isAskedFor ? await findDocumentRow(ctx.db, id) : undefined
      if (document === undefined) throw new ProblemError('not_found')
      const done = await findSigned(ctx.db, recipient.id)
      if (done.has(id)) throw new ProblemError('request_closed')
      requireAct(act.act, asked)
      return document
    },
    lock: async (trx) => {
      locked = await lockAsked(trx, ctx, asked, act.act)
    },
    signed: async (trx, signed) => await recordSigned(trx, ctx, locked, signed, act),
  }
}

const stamp = { width: 200, height: 64, margin: 36, gap: 12 }

/** A free corner for each recipient: rows of stamps from the bottom of the last page upwards. */
export async function proposePlace(
  { db }: Ctx<null>,
  { recipient, request }: Asked,
  document: DocumentRow,
): Promise<StampPlace> {
  const signers = (await findRecipients(db, [request.id])).filter(({ rol }) => isSigner(rol))
  const index = Math.max(
    0,
    signers.findIndex(({ id }) => id === recipient.id),
  )
  const page = document.page_sizes?.at(-1) ?? { width: 595, height: 842 }
  const columns = Math.max(1, Math.floor((page.width - 2 * stamp.margin + stamp.gap) / (stamp.width + stamp.gap)))
  const rows = Math.max(1, Math.floor((page.height - 2 * stamp.margin + stamp.gap) / (stamp.height + stamp.gap)))
  const x = stamp.margin + (index % columns) * (stamp.width + stamp.gap)
  const row = Math.floor(index / columns) % rows
  const y = page.height - stamp.margin - stamp.height - row * (stamp.height + stamp.gap)
  const width = Math.min(stamp.width, page.width)
  const height = Math.min(stamp.height, page.height)
  return { position: { page: 'last', x: Math.min(x, page.width - width), y: Math.max(0, y), width, height } }
}

/** Where the sender put the stamp of the recipient, if anywhere: a field of the document, or a box. */
export function placeOf({ recipient }: Asked, id: string): StampPlace | undefined {
  const place = recipient.places.find(({ id_documento }) => id_documento === id)
  return place?.field === undefined ? place && { position: place.position } : { field: place.field }
}

export type SignCtx = Ctx<null> & { mutex: KeyedMutex; requestOrigin: string }
type PrepareInput = z.output<typeof endpoint.body>

/**
 * Prepares the signature of a recipient on one document, as `prepareSigning`.
 * @throws ProblemError not_found, request_closed, identification_differs, and what `prepareSigning` throws
 */
export async function prepareForRecipient(ctx: SignCtx, token: string, { position, ...input }: PrepareInput) {
  const asked = await requireRecipient(ctx, token, 'firmas')
  const { must_match, identificacion } = asked.recipient
  const by = signatoryOf(ctx, asked)
  const chosen = placeOf(asked, input.id_documento) ?? (position && { position })
  const place = chosen ?? (await proposePlace(ctx, asked, await by.findDocument(input.id_documento)))
  return await prepareSigning(
    { ...ctx, by },
    { ...input, ...place },
    {
      image: null,
      accept: ({ subject }) => {
        const isTheirs = !must_match || isSameIdentification(subject.serialNumber ?? null, identificacion!)
        if (!isTheirs) throw new ProblemError('identification_differs', { field: 'certificate' })
      },
    },
  )
}

/**
 * Completes a prepared signature of a recipient. With the last document they have signed, in the same transaction.
 * @throws ProblemError not_found, request_closed, and what `completeSigning` throws
 */
export async function completeForRecipient(
  ctx: SignCtx,
  token: string,
  input: { id_preparacion: string; signature: string },
) {
  const asked = await requireRecipient(ctx, token, 'firmas')
  const document = await completeSigning({ ...ctx, by: signatoryOf(ctx, asked) }, input)
  const { status } = (await findRecipient(ctx.db, asked.recipient.id))!
  return { document, status }
}
