import type { recipientSignSimple as endpoint } from '@foja/contracts/recipients'
import { simpleConsent } from '@foja/contracts/simple-signature'
import type { SignedDocument } from '@foja/contracts/signing'
import { readImage } from '@foja/pades/appearance/image'
import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { openSeal, sealDocument, type SimpleLook } from '../signing/public.ts'
import { placeOf, proposePlace, signatoryOf, type SignCtx } from './recipient-sign.ts'
import { requireAct, requireRecipient } from './require-recipient.ts'
import { findRecipient, findRequestDocuments, findSigned } from './requests.queries.ts'

type Input = z.output<typeof endpoint.body>

/** Each try signs up to 20 documents. */
const tries: ThrottleRule = { tries: 30, seconds: 15 * 60 }
/** How often a document is signed again because another signature came first. */
const mostRepeats = 5

function drawnOf(input: Input): SimpleLook['drawn'] {
  if ('text' in input) return { text: input.text }
  const image = new Uint8Array(Buffer.from(input.image, 'base64'))
  try {
    readImage(image)
  } catch (error) {
    throw padesProblem(error)
  }
  return { image }
}

/** What the history keeps of how it was drawn. */
const traceOf = (drawn: SimpleLook['drawn']): Record<string, string> =>
  'text' in drawn
    ? { simple: 'text', text: drawn.text }
    : { simple: 'image', image_sha256: createHash('sha256').update(drawn.image).digest('hex') }

/**
 * Signs all documents of a request that the recipient has not signed, each sealed with the certificate of the office.
 * Each signature is final when it is made; after a failure the same call signs the rest. With the last document they have
 * signed, in the same transaction.
 * @throws ProblemError not_found, recipient_code_needed, request_closed, office_seal_needed, paused, image_unsupported,
 * and the engine's codes
 */
export async function signSimple(ctx: SignCtx, credential: string, input: Input) {
  const asked = await requireRecipient(ctx, credential, 'firmas')
  const { recipient, request } = asked
  requireAct('sign_simple', asked)
  const { allowed, retryAfter } = await createThrottle(ctx.db, ctx.clock).hit('sign_simple', recipient.id, tries)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
  const drawn = drawnOf(input)
  const key = await openSeal(ctx, request.id_company)
  const consent = simpleConsent[input.language]
  const by = signatoryOf(ctx, asked, {
    act: 'sign_simple',
    consent,
    data: {
      ...traceOf(drawn),
      consent,
      code_at: recipient.code_at?.toISOString() ?? null,
      seal: key.certificate.fingerprint,
    },
  })
  const signOne = async (id: string): Promise<SignedDocument | null> => {
    if ((await findSigned(ctx.db, recipient.id)).has(id)) return null
    const document = await by.findDocument(id)
    const { language, utc_offset: utcOffset = 0 } = input
    const place = placeOf(asked, id) ?? (await proposePlace(ctx, asked, document))
    return await sealDocument({ ...ctx, by }, document, key, { drawn, place, language, utcOffset })
  }
  const documents: SignedDocument[] = []
  try {
    for (const { id_documento: id } of await findRequestDocuments(ctx.db, [request.id])) {
      // Those who sign one document at the same time wait for each other; another process may still be first.
      const signed = await ctx.mutex(id, async () => await untilCurrent(async () => await signOne(id)))
      if (signed !== null) documents.push(signed)
    }
  } finally {
    key.forget()
  }
  const { status } = (await findRecipient(ctx.db, recipient.id))!
  return { documents, status }
}

async function untilCurrent<T>(work: () => Promise<T>): Promise<T> {
  for (let repeated = 0; ; repeated += 1) {
    try {
      return await work()
    } catch (error) {
      const isStale = error instanceof ProblemError && error.code === 'stale_document'
      if (!isStale || repeated === mostRepeats) throw error
    }
  }
}
