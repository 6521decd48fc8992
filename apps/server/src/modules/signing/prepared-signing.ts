import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { prepareSigning as prepareEndpoint, completeSigning as completeEndpoint } from '@foja/contracts/signing'
import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { issuersInOrder } from '@foja/pades/chain'
import type { Level } from '@foja/contracts/constants'
import { PadesError } from '@foja/pades/errors'
import { shownName } from '@foja/pades/distinguished-name'
import { pdfSource } from '../../lib/pdf-source.ts'
import type { AppDeps } from '../../deps.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import type { DocumentRow } from '../documents/public.ts'
import { resolveSignatureOptions, type ResolvedOptions, chooseLevel } from './resolve-signature-options.ts'
import { storeRepaired, keepVersion } from './keep-version.ts'
import { insertPreparation, findPreparation, type Preparation } from './signing.queries.ts'
import { requireCurrent, servicesOf } from './sign-document.ts'
import type { Signatory, SignatoryCtx } from './signatory.ts'
import type { RequestedOptions, SignedDocument, StoredVersion } from './signing-context.ts'
import { signingProblem } from './signing-problems.ts'
import { rulesOf } from './signing-settings.ts'
import { requireUsable } from './unlock-key.ts'
import { findResult, requestKey } from '../../lib/idempotency.ts'
import type { KeyedMutex } from '../../lib/keyed-mutex.ts'
import type { VersionFacts } from './commit-version.ts'
import { findEarlierSigning, type StoredSigning } from './idempotency.ts'

/** `requestOrigin`: the public origin of this server as the caller reached it. */
export type PrepareCtx = SignatoryCtx & { requestOrigin: string }
export type PrepareRequest = Pick<
  z.output<typeof prepareEndpoint.body>,
  'id_documento' | 'sha256' | 'certificate' | 'chain'
> &
  RequestedOptions
export type PreparedReply = z.input<(typeof prepareEndpoint.replies)[200]>

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

async function prepareWithEngine(ctx: AppDeps, document: DocumentRow, resolved: ResolvedOptions, by: CertifiedBy) {
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

async function requireFew({ db, clock, by }: SignatoryCtx): Promise<void> {
  const { allowed, retryAfter } = await createThrottle(db, clock).hit('prepare_signing', by.id, tries)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
}

/**
 * Prepares a signature for a remote key, stores it for ten minutes, and returns the attributes to sign. `image`: of the
 * signatory's stored signature. `accept` may refuse the certificate.
 * @throws ProblemError not_found, forbidden, document_not_pdf, stale_document, certificate_…, and the engine's codes
 */
export async function prepareSigning(
  ctx: PrepareCtx,
  request: PrepareRequest,
  { image, accept }: { image: Uint8Array | null; accept?: (certificate: Certificate) => void },
): Promise<PreparedReply> {
  const { db, clock, by: signatory, requestOrigin: origin } = ctx
  const document = await signatory.findDocument(request.id_documento)
  requireCurrent(document, { document, hash: request.sha256, requestKey: null })
  await requireFew(ctx)
  const by = readCertificates(request.certificate, request.chain)
  const at = clock()
  requireUsable(by.certificate, at)
  accept?.(by.certificate)
  const rules = await rulesOf({ ...ctx, actor: signatory })
  const resolved = resolveSignatureOptions({ requested: request, rules, document, image, signingTime: at, origin })
  const { prepared, signedAttributes, repaired } = await prepareWithEngine(ctx, document, resolved, by)
  const stored = await storeRepaired(ctx, repaired)
  const id = randomUUID()
  const expiresAt = new Date(at.getTime() + preparationMs)
  await insertPreparation(db, {
    id,
    owner: signatory,
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

export type CompleteRequest = z.output<typeof completeEndpoint.body>

/** A repetition with the same value returns the same result, so that a lost response costs no second signature. */
const keyOf = (by: Signatory, { id_preparacion, signature }: CompleteRequest) =>
  by.kind === 'user' ? requestKey(by.id, 'signing', `prepared:${id_preparacion}`, { id_preparacion, signature }) : null

async function alreadyCompleted(ctx: SignatoryCtx, request: CompleteRequest): Promise<SignedDocument> {
  const key = keyOf(ctx.by, request)
  const done = await findResult<StoredSigning>(ctx.db, key)
  if (done === undefined) throw new ProblemError('preparation_expired')
  const document = await ctx.by.findDocument(done.id_documento)
  const first = await findEarlierSigning(ctx, document, key)
  if (first === undefined) throw new ProblemError('preparation_expired')
  return first
}

/** The document as it was prepared; throws when it changed or the caller lost the permission. */
async function requirePrepared({ by }: SignatoryCtx, preparation: Preparation): Promise<DocumentRow> {
  const document = await by.findDocument(preparation.idDocumento)
  const same = document.version === preparation.version && document.sha256 === preparation.baseSha256
  if (!same) throw new ProblemError('stale_document')
  return document
}

/** The repaired file that was prepared; null when the stored one was sound. */
async function repairedOf({ store }: AppDeps, { repairedKey: key }: Preparation): Promise<StoredVersion | null> {
  if (key === null) return null
  const stat = await store.stat(key)
  if (stat === null) throw new ProblemError('preparation_expired')
  return { key, size: stat.size, sha256: '' }
}

function completionProblem(error: unknown, document: DocumentRow): unknown {
  const isMismatch = error instanceof PadesError && error.code === 'signature_mismatch'
  // A mismatch of file or digest is an error of the server.
  const ours = isMismatch && ['file', 'digest'].includes(String(error.detail?.['reason']))
  if (isMismatch && !ours) return new ProblemError('signature_mismatch', { field: 'signature', cause: error })
  return signingProblem(error, document)
}

async function complete(
  ctx: SignatoryCtx,
  preparation: Preparation,
  request: CompleteRequest,
): Promise<SignedDocument> {
  const { clock, store, engine } = ctx
  const document = await requirePrepared(ctx, preparation)
  const certificate = parseCertificate(preparation.certificate)
  const at = clock()
  requireUsable(certificate, at)
  const rules = await rulesOf({ ...ctx, actor: ctx.by })
  const level = chooseLevel(request.level ?? (preparation.request.level as Level), rules)
  const repaired = await repairedOf(ctx, preparation)
  const { prepared, signedAttributes, chain } = preparation
  const signature = new Uint8Array(Buffer.from(request.signature, 'base64'))
  const source = await pdfSource(store, repaired?.key ?? document.blob_key)
  const services = await servicesOf(ctx, rules, level, document.id_company)
  const task = { source, prepared, signedAttributes, signature, certificate: certificate.der, chain, level, services }
  const completed = await engine.complete(task).catch((error: unknown) => {
    throw completionProblem(error, document)
  })
  const signer = shownName(certificate.subject)
  const facts: VersionFacts = {
    at,
    origin: 'sign',
    action: 'document.signed',
    level,
    code: preparation.code,
    data: { signer, reason: preparation.request.reason },
    preparation: preparation.id,
  }
  const appended = { ...completed, repaired }
  const signed = await keepVersion(ctx, { document, appended, facts, requestKey: keyOf(ctx.by, request) })
  if (repaired !== null) await store.delete(repaired.key)
  return signed
}

/**
 * Completes a prepared signature with the value from its key, and verifies and stores it like any other. When an
 * authority fails the preparation stays, so that the caller may retry, also with a lower level.
 * @throws ProblemError preparation_expired (also for preparations of others), signature_mismatch, stale_document,
 * certificate_…, and the engine's codes
 */
export async function completeSigning(
  ctx: SignatoryCtx & { mutex: KeyedMutex },
  request: CompleteRequest,
): Promise<SignedDocument> {
  const { db, clock, by, mutex } = ctx
  return await mutex(by.id, async () => {
    const preparation = await findPreparation(db, by, request.id_preparacion)
    if (preparation === undefined) return await alreadyCompleted(ctx, request)
    if (preparation.expiresAt <= clock()) throw new ProblemError('preparation_expired')
    return await complete(ctx, preparation, request)
  })
}
