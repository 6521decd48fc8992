import type { FieldRecipient, SigningRequest } from '@foja/contracts/signing-requests'
import type { requestFromTemplate as endpoint } from '@foja/contracts/template-fills'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../context.ts'
import type { AppDeps } from '../../deps.ts'
import { localeOf } from '../../texts/locale.ts'
import { findResult, requestKey, runOnce } from '../../lib/idempotency.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { discardFiles, keepFiles, requireDocument } from '../documents/public.ts'
import { lockActor } from '../identity/public.ts'
import {
  placeInCompany,
  documentName,
  fillAndStore,
  insertFilled,
  openFieldsOf,
  signaturePlaces,
  type AskForDocument,
  type OpenFields,
  type SignaturePlace,
} from '../templates/public.ts'
import { makeRequest, presentRequest, requireRecipients } from './create-request.ts'
import { requireMailForCodes } from './request-input.ts'

type Input = z.output<typeof endpoint.body>

type Placed = { places: ReadonlyMap<string, SignaturePlace>; openFields: OpenFields | null }

/** The recipients of a document, each with the place of their field, and the signature whose fields they fill. */
const placedIn = (id_documento: string, recipients: readonly FieldRecipient[], { places, openFields }: Placed) =>
  recipients.map(({ field = '', ...recipient }) => {
    const place = places.get(field)
    const fills = openFields?.signatures.has(field) === true ? field : null
    return { ...recipient, fills, places: place === undefined ? [] : [{ id_documento, ...place }] }
  })

/** Fills the template and finds where to sign; no row references the PDF yet. */
async function prepare(ctx: Ctx, input: Input) {
  requireRecipients(input.recipients)
  requireMailForCodes(ctx, input.recipients)
  const filled = await fillAndStore(ctx, input, input.recipients)
  const { template, stored } = filled
  const source = await pdfSource(ctx.store, stored.key)
  const places = await keepFiles(ctx.store, [stored.key], () => signaturePlaces(ctx, template.fields, source))
  return { ...filled, places, openFields: openFieldsOf(template, input.recipients, input) }
}

/**
 * Creates a document from a template and asks for its signatures, in one transaction. Returns the first result when the
 * same user repeats the same request with the same key.
 * @throws ProblemError what `fillTemplate` and `createRequest` throw
 */
export async function requestFromTemplate(ctx: Ctx, input: Input): Promise<SigningRequest> {
  const { db, store, actor, ip, clock } = ctx
  const { key, ...content } = input
  const request = requestKey(actor.id, 'request from template', key, content)
  const before = await findResult<string>(db, request)
  if (before !== undefined) return await presentRequest(ctx, before)
  const { template, stored, activeContent, ...placed } = await prepare(ctx, input)
  const nombre = documentName(input.nombre, template.name)
  const create = async (trx: Transaction<Database>) => {
    const at = clock()
    const place = await placeInCompany(trx, actor, template, { idSolicitud: input.id_solicitud ?? null, at })
    const id_documento = await insertFilled(trx, ctx, { template, nombre, stored, activeContent, place, actor, ip, at })
    const document = await requireDocument(trx, actor, 'document.ask', id_documento)
    const recipients = placedIn(id_documento, input.recipients, placed)
    const asked = { ...input, documents: [{ id_documento }], recipients }
    return await makeRequest(trx, ctx, asked, [document], placed)
  }
  const { result, repeated } = await keepFiles(store, [stored.key], () =>
    runOnce(ctx, request, create, (trx) => lockActor(trx, actor, clock())),
  )
  if (repeated) await discardFiles(store, [stored.key])
  return await presentRequest(ctx, result)
}

/**
 * Asks for the signatures of the documents of a batch. The addresses were counted when it was started.
 * @throws ProblemError what `createRequest` throws
 */
export const askForRows =
  (deps: AppDeps): AskForDocument =>
  async (trx, { id_documento, maker, recipients, places, openFields, terms, locale, zone }) => {
    requireRecipients(recipients)
    requireMailForCodes(deps, recipients)
    const ctx = { ...deps, actor: maker, locale: localeOf(locale), browserZone: zone }
    const document = await requireDocument(trx, maker, 'document.ask', id_documento)
    const placed = placedIn(id_documento, recipients, { places, openFields })
    const asked = { ...terms, documents: [{ id_documento }], recipients: placed }
    await makeRequest(trx, ctx, asked, [document], { counted: true, openFields })
  }
