import type { Level } from '@foja/contracts/constants'
import { PadesError } from '@foja/pades/errors'
import { shownName } from '@foja/pades/distinguished-name'
import { pdfSource } from '../../lib/pdf-source.ts'
import type { SignServices } from '../../signing-worker/sign-protocol.ts'
import type { Ctx } from '../../context.ts'
import type { AppDeps } from '../../deps.ts'
import { ProblemError } from '../../http/problem.ts'
import type { RequestKey } from '../../lib/idempotency.ts'
import { requireDocument, requireNotRequested, type DocumentRow } from '../documents/public.ts'
import { requireSameActor } from '../identity/public.ts'
import { trustOf } from '../verification-core/public.ts'
import { resolveSignatureOptions, type ResolvedOptions } from './resolve-signature-options.ts'
import { findEarlierSigning } from './idempotency.ts'
import { keepVersion, storeRepaired } from './keep-version.ts'
import { userSignatory } from './signatory.ts'
import type { VersionFacts } from './commit-version.ts'
import type { RequestedOptions, SignedDocument, SigningCtx } from './signing-context.ts'
import { signingProblem } from './signing-problems.ts'
import type { SigningRules } from './signing-settings.ts'
import type { CallKey } from './unlock-key.ts'

/** One document of a signing call, as it was when the call came. */
export type SignOne = {
  document: DocumentRow
  /** Hash of the version that the user saw, if the request contains it. */
  hash: string | undefined
  requestKey: RequestKey | null
}

/** State shared by the documents of a call. */
export type SignSession = {
  requested: RequestedOptions
  rules: SigningRules
  image: Uint8Array | null
  /** Opens the key once, when the first document needs it. */
  key: () => Promise<CallKey>
  /** The error of an unreachable timestamp authority, so that later documents do not wait for it again. */
  silence?: unknown
}

const isUnreachable = (error: unknown) =>
  error instanceof PadesError &&
  error.code === 'timestamp_failed' &&
  ['timeout', 'unreachable'].includes(String(error.detail?.['reason']))

/** The services that a level needs; null for B-B. */
export async function servicesOf(
  { db, clock }: AppDeps,
  rules: SigningRules,
  level: Level,
  idCompany: string | null,
): Promise<SignServices | null> {
  if (level === 'B-B') return null
  return { tsa: rules.tsa, ...(await trustOf(db, idCompany)), now: clock().getTime() }
}

/**
 * Requires that the document is unchanged since the call came.
 * @throws ProblemError document_not_pdf, stale_document
 */
export function requireCurrent(document: DocumentRow, { document: requested, hash }: SignOne): void {
  if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
  const stale = document.version !== requested.version || (hash ?? document.sha256) !== document.sha256
  if (stale) throw new ProblemError('stale_document')
}

async function signWithEngine(ctx: Ctx, document: DocumentRow, resolved: ResolvedOptions, session: SignSession) {
  const { unlocked, transportKey } = await session.key()
  const { level, options } = resolved
  if (session.silence !== undefined && level !== 'B-B') throw session.silence
  try {
    return await ctx.engine.sign({
      source: await pdfSource(ctx.store, document.blob_key),
      key: unlocked,
      transportKey,
      level,
      options,
      services: await servicesOf(ctx, session.rules, level, document.id_company),
    })
  } catch (error) {
    const problem = signingProblem(error, document)
    if (isUnreachable(error)) session.silence = problem
    throw problem
  }
}

async function factsOf(session: SignSession, { level, code }: ResolvedOptions, at: Date): Promise<VersionFacts> {
  const { certificate } = await session.key()
  const signer = shownName(certificate.subject)
  const data = { signer, reason: session.requested.reason ?? null }
  return { at, origin: 'sign', action: 'document.signed', level, code, data }
}

async function addSignature(ctx: SigningCtx, document: DocumentRow, one: SignOne, session: SignSession) {
  const { requested, rules, image } = session
  const { requestOrigin: origin } = ctx
  const at = ctx.clock()
  const resolved = resolveSignatureOptions({ requested, rules, document, image, signingTime: at, origin })
  const { repaired: bytes, ...signed } = await signWithEngine(ctx, document, resolved, session)
  const facts = await factsOf(session, resolved, at)
  const repaired = await storeRepaired(ctx, bytes)
  try {
    const appended = { ...signed, repaired }
    return await keepVersion(
      { ...ctx, by: userSignatory(ctx) },
      { document, appended, facts, requestKey: one.requestKey },
    )
  } finally {
    if (repaired !== null) await ctx.store.delete(repaired.key)
  }
}

/**
 * Signs one document of a call and stores the result as a new version. The same request with the same idempotency key
 * returns the first result; of several parallel calls one signs and the others throw stale_document. Signatures of one
 * user run one after another, so that each passphrase attempt is counted before the next, and a late call fails before
 * it signs in vain.
 * @throws ProblemError unauthenticated, not_found, forbidden, document_not_pdf, stale_document, id_in_use, what
 * unlocking the key throws, and the engine's codes
 */
export async function signDocument(ctx: SigningCtx, session: SignSession, one: SignOne): Promise<SignedDocument> {
  const { db, clock, actor, mutex } = ctx
  return await mutex(actor.id, async () => {
    // A batch takes minutes, in which the actor may lose access.
    await requireSameActor(db, actor, clock())
    const document = await requireDocument(db, actor, 'document.sign', one.document.id_documento)
    const repeated = await findEarlierSigning(ctx, document, one.requestKey)
    if (repeated !== undefined) return repeated
    await requireNotRequested(db, document.id_documento)
    requireCurrent(document, one)
    return await addSignature(ctx, document, one, session)
  })
}
