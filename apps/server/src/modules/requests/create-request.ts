import type { createSigningRequest as endpoint, NewRecipient, SigningRequest } from '@foja/contracts/signing-requests'
import { isSigner, signingRequestRules, type AnyRequestKind } from '@foja/contracts/request-states'
import type { RecipientPlace } from '@foja/db/request-tables'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import type { AppDeps } from '../../deps.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { requestKey, runOnce } from '../../lib/idempotency.ts'
import { lockForRequest, requireDocument, type DocumentRow } from '../documents/public.ts'
import { lockActor } from '../identity/public.ts'
import type { OpenFields } from '../templates/public.ts'
import type { Texts } from '../../texts/locale.ts'
import { spendQuota } from '../outbox/public.ts'
import { requireSeal } from '../signing/public.ts'
import { askNextTurn } from './advance-request.ts'
import { takeDraft, type TakenDraft } from './draft.ts'
import { newRecipient, requireMailForCodes, requireOwnAddresses, termOf } from './request-input.ts'
import { recordRequestEvent } from './record-event.ts'
import { presentRequests, requestResource } from './requests.presenter.ts'
import { fillingOf, insertFilling, requireUnchanged } from './request-filling.ts'
import { findRecipients, findRequest, lockRequest, type RecipientRow, type RequestRow } from './requests.queries.ts'

type Body = z.output<typeof endpoint.body>

/** `fills`: the signature whose fields of the document they fill. */
export type NewRequest = Omit<Body, 'recipients'> & {
  recipients: readonly (NewRecipient & { fills?: string | null })[]
}

type Place = NonNullable<NewRecipient['places']>[number]

/** Who asks, in a call or in a job, where there is no `ip`. */
type Asker = AppDeps & Pick<Ctx, 'locale' | 'browserZone'> & { actor: { id: string; nombre: string }; ip?: string }

/** The PDFs of a request, all of one case file or all outside of any. */
async function readDocuments({ db, actor }: Ctx, ids: readonly string[]): Promise<DocumentRow[]> {
  const documents: DocumentRow[] = []
  for (const id of new Set(ids)) {
    const document = await requireDocument(db, actor, 'document.ask', id)
    if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
    documents.push(document)
  }
  const [first] = documents
  const isTogether = documents.every(
    (one) => one.id_company === first!.id_company && one.id_solicitud_main === first!.id_solicitud_main,
  )
  if (!isTogether) throw new ProblemError('documents_apart', { field: 'documents' })
  return documents
}

/** Requires a signer, an address for each, and the number that a certificate must have. */
export function requireRecipients(recipients: readonly NewRecipient[]): void {
  if (recipients.every(({ rol }) => rol === 'copia'))
    throw new ProblemError('recipients_missing', { field: 'recipients' })
  requireOwnAddresses(recipients)
  for (const [index, { must_match, identificacion }] of recipients.entries()) {
    if (must_match === true && !identificacion) {
      throw new ProblemError('validation_failed', { field: `recipients.${index}.identificacion` })
    }
  }
}

/** Turns without gaps, from 1; without a turn a recipient is in the first. */
function turnsOf(recipients: readonly NewRecipient[]): (number | null)[] {
  const given = recipients.map(({ rol, turno }) => (rol === 'copia' ? null : (turno ?? 1)))
  const sorted = [...new Set(given.filter((turn) => turn !== null))].toSorted((a, b) => a - b)
  return given.map((turn) => (turn === null ? null : sorted.indexOf(turn) + 1))
}

/** A place with the signature field that it had in the draft: the field is of the document's template. */
const withField = (place: Place, before: readonly RecipientPlace[]): RecipientPlace =>
  before.find(({ field: _field, ...one }) => isDeepStrictEqual(one, place)) ?? place

const fieldsLeftOpen: Texts = {
  es: 'En el documento faltan datos que llena una persona que ya no está en el pedido. Agrégala, o haz el documento otra vez desde su plantilla.',
  en: 'The document lacks details that a person fills in who is no longer in the request. Add them, or make the document again from its template.',
}

/** The signature whose fields the recipient with this place or address fills in the draft. */
function fillsInDraft({ rol, email, places = [] }: NewRecipient, before: readonly RecipientRow[]): string | null {
  if (!isSigner(rol)) return null
  const isThere = (row: RecipientRow) =>
    places.some((place) => row.places.some(({ field: _field, ...one }) => isDeepStrictEqual(one, place)))
  const filling = before.filter(({ fills }) => fills !== null)
  return (filling.find(isThere) ?? filling.find((row) => row.email === email))?.fills ?? null
}

async function insertRecipients(
  trx: Transaction<Database>,
  ctx: Asker,
  id_request: string,
  input: NewRequest,
  draft: TakenDraft | undefined,
) {
  const before = draft?.recipients ?? []
  const fields = before.flatMap(({ places }) => places)
  const turns = turnsOf(input.recipients)
  const known = new Set(input.documents.map(({ id_documento }) => id_documento))
  const rows = input.recipients.map((one, position) => ({
    ...newRecipient(ctx, id_request, position, one),
    identificacion: one.identificacion || null,
    must_match: one.must_match ?? false,
    rol: one.rol,
    turno: turns[position]!,
    fills: one.fills ?? fillsInDraft(one, before),
    places: JSON.stringify(
      (one.places ?? []).filter(({ id_documento }) => known.has(id_documento)).map((place) => withField(place, fields)),
    ),
  }))
  if (before.some(({ fills }) => fills !== null && rows.every((row) => row.fills !== fills))) {
    throw new ProblemError('validation_failed', {
      errors: [{ field: 'recipients', code: 'fields_open', message: fieldsLeftOpen }],
    })
  }
  await trx.insertInto('recipient').values(rows).execute()
}

async function insertRequest(
  trx: Transaction<Database>,
  ctx: Asker,
  input: NewRequest,
  documents: readonly DocumentRow[],
  { draft, openFields = null }: Origin,
) {
  const { actor, ip, clock } = ctx
  const at = clock()
  const { id, created_by, created_at } = draft?.request ?? { id: randomUUID(), created_by: actor.id, created_at: at }
  const [first] = documents
  if (first!.id_company === null) throw new ProblemError('forbidden')
  // Its history is that of its case file.
  if (draft !== undefined && draft.request.id_solicitud_main !== first!.id_solicitud_main) {
    throw new ProblemError('documents_apart', { field: 'documents' })
  }
  await trx
    .insertInto('request')
    .values({
      id,
      kind: 'firmas',
      id_company: first!.id_company,
      id_solicitud_main: first!.id_solicitud_main,
      id_solicitud: first!.id_solicitud,
      titulo: input.titulo ?? first!.nombre.replace(/\.pdf$/i, ''),
      mensaje: input.mensaje || null,
      status: 'borrador',
      allow_delegation: input.allow_delegation ?? false,
      remind_every_days: input.remind_every_days ?? null,
      expires_at: termOf(input, at),
      created_by,
      created_at,
    })
    .execute()
  const parts = documents.map(({ id_documento }, position) => ({ id_request: id, id_documento, position }))
  await trx.insertInto('request_document').values(parts).execute()
  await insertRecipients(trx, ctx, id, input, draft)
  const filling = openFields === null ? draft?.filling : fillingOf(openFields, first!.id_documento)
  if (filling !== undefined) await insertFilling(trx, { ...filling, id_request: id })
  const request = (await findRequest(trx, id))!
  const event = { actor: actor.id, actor_label: actor.nombre, data: {}, ip, at }
  const action = draft === undefined ? 'signing_request.created' : 'signing_request.changed'
  await recordRequestEvent(trx, ctx, request, { action, ...event })
  return request
}

/** `draft`: what it was before. `openFields`: those of its document that recipients fill. */
type Origin = { draft?: TakenDraft | undefined; openFields?: OpenFields | null }

/** Sends a draft in the transaction that locked or created it. */
async function send(trx: Transaction<Database>, ctx: Asker, request: RequestRow, counted: boolean): Promise<void> {
  const { actor, ip, clock } = ctx
  const at = clock()
  if (request.expires_at <= at) throw new ProblemError('date_in_past', { field: 'expires_at' })
  const recipients = await findRecipients(trx, [request.id])
  if (recipients.some(({ rol }) => rol === 'firma_simple')) await requireSeal({ db: trx, clock }, request.id_company)
  if (!counted) await spendQuota(trx, ctx, recipients.length)
  await lockForRequest(trx, request.id)
  await requireUnchanged(trx, request.id)
  await trx.updateTable('request').set({ status: 'enviada', sent_at: at }).where('id', '=', request.id).execute()
  await askNextTurn(trx, ctx, { ...request, status: 'enviada', sent_at: at }, { zone: ctx.browserZone })
  const names = recipients.map(({ nombre }) => nombre).join(', ')
  await recordRequestEvent(trx, ctx, request, {
    action: 'signing_request.sent',
    actor: actor.id,
    actor_label: actor.nombre,
    data: { names, expires_at: request.expires_at.toISOString() },
    ip,
    at,
  })
}

/**
 * Creates a request for documents that the caller may ask for, and sends it unless it is a draft. Returns its id.
 * `counted`: its addresses are counted already.
 */
export async function makeRequest(
  trx: Transaction<Database>,
  ctx: Asker,
  input: NewRequest,
  documents: readonly DocumentRow[],
  { counted = false, ...origin }: Origin & { counted?: boolean } = {},
): Promise<string> {
  const request = await insertRequest(trx, ctx, input, documents, origin)
  if (input.send !== false) await send(trx, ctx, request, counted)
  return request.id
}

async function present({ db, actor }: Ctx, id: string): Promise<SigningRequest> {
  return (await presentRequests(db, actor, [(await findRequest(db, id))!]))[0]!
}

/**
 * Asks recipients for signatures on PDFs, or keeps a draft; a draft that it replaces keeps its id.
 * @throws ProblemError not_found, forbidden, validation_failed, document_not_pdf, documents_apart, recipients_missing,
 * recipient_repeated, date_in_past, request_term_too_long, document_requested, email_quota_exceeded, id_in_use, code_needs_mail,
 * office_seal_needed, request_closed
 */
export async function createRequest(ctx: Ctx, input: Body): Promise<SigningRequest> {
  const { key, ...content } = input
  requireRecipients(input.recipients)
  requireMailForCodes(ctx, input.recipients)
  const ids = input.documents.map(({ id_documento }) => id_documento)
  const documents = await readDocuments(ctx, ids)
  const create = async (trx: Transaction<Database>) => {
    const draft = input.replaces === undefined ? undefined : await takeDraft(trx, ctx, input.replaces)
    return await makeRequest(trx, ctx, input, documents, { draft })
  }
  const idempotency = requestKey(ctx.actor.id, 'signing request', key, content)
  const lock = async (trx: Transaction<Database>) => await lockActor(trx, ctx.actor, ctx.clock())
  const { result } = await runOnce(ctx, idempotency, create, lock)
  return await present(ctx, result)
}

/** A request of one kind, or of any, that the caller may manage. */
export async function requireRequest({ db, actor }: Ctx, id: string, kind?: AnyRequestKind): Promise<RequestRow> {
  const found = await findRequest(db, id)
  const request = kind === undefined || found?.kind === kind ? found : undefined
  authorize('document.ask', actor, request && requestResource(request))
  return request!
}

/** @throws ProblemError not_found, forbidden, request_closed, and what sending throws */
export async function sendRequest(ctx: Ctx, id: string): Promise<SigningRequest> {
  await requireRequest(ctx, id, 'firmas')
  await inTransaction(ctx.db, async (trx) => {
    await lockActor(trx, ctx.actor, ctx.clock())
    const request = await lockRequest(trx, id)
    if (request === undefined || !signingRequestRules.send.includes(request.status)) {
      throw new ProblemError('request_closed')
    }
    await send(trx, ctx, request, false)
  })
  return await present(ctx, id)
}

export { present as presentRequest }
