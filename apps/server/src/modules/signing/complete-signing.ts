import type { completeSigning as endpoint } from '@foja/contracts/signing'
import type { Level } from '@foja/contracts/constants'
import { parseCertificate } from '@foja/pades/certificate'
import { PadesError } from '@foja/pades/errors'
import { shownName } from '@foja/pades/distinguished-name'
import type * as z from 'zod/mini'
import { pdfSource } from '../../lib/pdf-source.ts'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { findResult, requestKey } from '../../lib/idempotency.ts'
import { requireDocument, type DocumentRow } from '../documents/public.ts'
import { chooseLevel } from './resolve-signature-options.ts'
import type { VersionFacts } from './commit-version.ts'
import { findEarlierSigning, type StoredSigning } from './idempotency.ts'
import { keepVersion } from './keep-version.ts'
import { findPreparation, type Preparation } from './prepared.queries.ts'
import { servicesOf } from './sign-document.ts'
import type { SignedDocument, SigningCtx, StoredVersion } from './signing-context.ts'
import { signingProblem } from './signing-problems.ts'
import { rulesOf } from './signing-settings.ts'
import { requireUsable } from './unlock-key.ts'

export type CompleteRequest = z.output<typeof endpoint.body>

/** A repetition with the same value returns the same result, so that a lost response costs no second signature. */
const keyOf = ({ actor }: Ctx, { id_preparacion, signature }: CompleteRequest) =>
  requestKey(actor.id, 'signing', `prepared:${id_preparacion}`, { id_preparacion, signature })

async function alreadyCompleted(ctx: Ctx, request: CompleteRequest): Promise<SignedDocument> {
  const key = keyOf(ctx, request)
  const done = await findResult<StoredSigning>(ctx.db, key)
  if (done === undefined) throw new ProblemError('preparation_expired')
  const document = await requireDocument(ctx.db, ctx.actor, 'document.sign', done.id_documento)
  const first = await findEarlierSigning(ctx, document, key)
  if (first === undefined) throw new ProblemError('preparation_expired')
  return first
}

/** The document as it was prepared; throws when it changed or the caller lost the permission. */
async function requirePrepared({ db, actor }: Ctx, preparation: Preparation): Promise<DocumentRow> {
  const document = await requireDocument(db, actor, 'document.sign', preparation.idDocumento)
  const same = document.version === preparation.version && document.sha256 === preparation.baseSha256
  if (!same) throw new ProblemError('stale_document')
  return document
}

/** The repaired file that was prepared; null when the stored one was sound. */
async function repairedOf({ store }: Ctx, { repairedKey: key }: Preparation): Promise<StoredVersion | null> {
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

async function complete(ctx: Ctx, preparation: Preparation, request: CompleteRequest): Promise<SignedDocument> {
  const { clock, store, engine } = ctx
  const document = await requirePrepared(ctx, preparation)
  const certificate = parseCertificate(preparation.certificate)
  const at = clock()
  requireUsable(certificate, at)
  const rules = await rulesOf(ctx)
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
  const signed = await keepVersion(ctx, { document, appended, facts, requestKey: keyOf(ctx, request) })
  if (repaired !== null) await store.delete(repaired.key)
  return signed
}

/**
 * Completes a prepared signature with the value from its key, and verifies and stores it like any other. When an
 * authority fails the preparation stays, so that the caller may retry, also with a lower level.
 * @throws ProblemError preparation_expired (also for preparations of others), signature_mismatch, stale_document,
 * certificate_…, and the engine's codes
 */
export async function completeSigning(ctx: SigningCtx, request: CompleteRequest): Promise<SignedDocument> {
  const { db, clock, actor, mutex } = ctx
  return await mutex(actor.id, async () => {
    const preparation = await findPreparation(db, actor.id, request.id_preparacion)
    if (preparation === undefined) return await alreadyCompleted(ctx, request)
    if (preparation.expiresAt <= clock()) throw new ProblemError('preparation_expired')
    return await complete(ctx, preparation, request)
  })
}
