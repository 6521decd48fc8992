import type { prepareSigning as endpoint } from '@foja/contracts/signing'
import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { issuersInOrder } from '@foja/pades/chain'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { pdfSource } from '../../lib/pdf-source.ts'
import type { Ctx } from '../../context.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { requireDocument, type DocumentRow } from '../documents/public.ts'
import { findSigner } from './signers/stored-key.ts'
import { resolveSignatureOptions, type ResolvedOptions } from './resolve-signature-options.ts'
import { storeRepaired } from './keep-version.ts'
import { insertPreparation } from './prepared.queries.ts'
import { requireCurrent } from './sign-document.ts'
import type { SigningCtx } from './signing-context.ts'
import { signingProblem } from './signing-problems.ts'
import { rulesOf } from './signing-settings.ts'
import { requireUsable } from './unlock-key.ts'

export type PrepareRequest = z.output<typeof endpoint.body>
export type PreparedReply = z.input<(typeof endpoint.replies)[200]>

/** How long a preparation waits for its signature value. */
const preparationMs = 10 * 60_000
/** Preparations are stored for a while, so their number is limited. */
const tries: ThrottleRule = { tries: 300, seconds: 15 * 60 }

export type CertifiedBy = { certificate: Certificate; chain: Certificate[] }

/** Parses a remote key's certificate and orders its issuers; unrelated certificates are left out. */
export function readCertificates(certificate: string, chain: string[]): CertifiedBy {
  try {
    const read = (base64: string) => parseCertificate(new Uint8Array(Buffer.from(base64, 'base64')))
    const own = read(certificate)
    return { certificate: own, chain: issuersInOrder(own, chain.map(read)) }
  } catch (error) {
    throw padesProblem(error)
  }
}

async function prepareWithEngine(ctx: Ctx, document: DocumentRow, resolved: ResolvedOptions, by: CertifiedBy) {
  const { store, engine } = ctx
  const { level, options } = resolved
  const chain = by.chain.map(({ der }) => der)
  try {
    const source = await pdfSource(store, document.blob_key)
    return await engine.prepare({ source, certificate: by.certificate.der, chain, level, options })
  } catch (error) {
    throw signingProblem(error, document)
  }
}

async function requireFew({ db, clock, actor }: Ctx): Promise<void> {
  const { allowed, retryAfter } = await createThrottle(db, clock).hit('prepare_signing', actor.id, tries)
  if (!allowed) throw new ProblemError('too_many_attempts', { retryAfter })
}

/**
 * Prepares a signature for a remote key, stores it for ten minutes, and returns the attributes to sign.
 * @throws ProblemError not_found, forbidden, document_not_pdf, stale_document, certificate_…, and the engine's codes
 */
export async function prepareSigning(ctx: SigningCtx, request: PrepareRequest): Promise<PreparedReply> {
  const { db, clock, actor, requestOrigin: origin } = ctx
  const document = await requireDocument(db, actor, 'document.sign', request.id_documento)
  requireCurrent(document, { document, hash: request.sha256, requestKey: null })
  await requireFew(ctx)
  const by = readCertificates(request.certificate, request.chain)
  const at = clock()
  requireUsable(by.certificate, at)
  const rules = await rulesOf(ctx)
  const image = (await findSigner(db, actor.id))?.image ?? null
  const resolved = resolveSignatureOptions({ requested: request, rules, document, image, signingTime: at, origin })
  const { prepared, signedAttributes, repaired } = await prepareWithEngine(ctx, document, resolved, by)
  const stored = await storeRepaired(ctx, repaired)
  const id = randomUUID()
  const expiresAt = new Date(at.getTime() + preparationMs)
  await insertPreparation(db, {
    id,
    idUser: actor.id,
    idDocumento: document.id_documento,
    version: document.version,
    baseSha256: document.sha256,
    request: { level: resolved.level, reason: request.reason ?? null },
    prepared,
    signedAttributes,
    certificate: by.certificate.der,
    chain: by.chain.map(({ der }) => der),
    code: resolved.code,
    repairedKey: stored?.key ?? null,
    signingTime: at,
    expiresAt,
  })
  return {
    id_preparacion: id,
    signed_attributes: Buffer.from(signedAttributes).toString('base64'),
    hash: prepared.hash,
    expires_at: expiresAt.toISOString(),
  }
}
