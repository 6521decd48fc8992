import type { customPdfSigning } from '@foja/contracts/signing'
import { canonicalJson } from '@foja/db/canonical-json'
import { sqlState } from '@foja/db/errors'
import { appendEvent } from '@foja/db/events'
import { inTransaction } from '@foja/db/transaction'
import { signingProblems } from '@foja/pades/certificate'
import { PadesError } from '@foja/pades/errors'
import type { SignOptions } from '@foja/pades/sign'
import type { ObjectStore } from '@foja/storage/object-store'
import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { AppDeps } from '../../deps.ts'
import type { SignTask } from '../../engine/engine-protocol.ts'
import { pdfSource } from '../../engine/pdf-source.ts'
import type { SessionActor } from '../../http/endpoint-types.ts'
import type { Texts } from '../../http/locale.ts'
import { padesProblem } from '../../http/pades-problem.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle, type ThrottleRule } from '../../http/throttle.ts'
import { insertVersion, requireDocument, type DocumentRow } from '../documents/documents.public.ts'
import { certificatesOf, findSigner, signerKeyPurpose, storedKeyOf, type SignerRow } from '../signers/signers.public.ts'
import { summarize, verifyBlob, type SignatureSummary } from '../verification/verification.public.ts'
import { findSigning, lockVersion } from './signing.queries.ts'
import type { Turns } from './turns.ts'

export type SigningDeps = Pick<AppDeps, 'db' | 'clock' | 'keys' | 'store' | 'engine'> & { turns: Turns }
export type SigningRequest = z.output<typeof customPdfSigning.body>
export type SigningInput = {
  actor: SessionActor
  ip: string
  request: SigningRequest
  idempotencyKey: string | undefined
}
export type SignedDocument = z.input<(typeof customPdfSigning.replies)[200]>['documents'][number]

type StoredVersion = { key: string; size: number; sha256: string }

/** Wrong passphrases are slowed: whoever has a session but not the passphrase does not get to guess it. */
const passphraseTries: ThrottleRule = { tries: 10, seconds: 15 * 60 }

const level = 'B-B'

async function requireSigner(deps: SigningDeps, actor: SessionActor): Promise<SignerRow> {
  const signer = await findSigner(deps.db, actor.id)
  if (signer === undefined) throw new ProblemError('no_signer')
  const [problem] = signingProblems(certificatesOf(signer).certificate, deps.clock())
  if (problem !== undefined) throw padesProblem(new PadesError(problem))
  return signer
}

function optionsOf(request: SigningRequest, signer: SignerRow, signingTime: Date, pages: number): SignOptions {
  const { position, appearance = 'qr', reason, location, utc_offset: utcOffsetMinutes, language } = request
  const text = { ...(reason ? { reason } : {}), ...(location ? { location } : {}), ...(language ? { language } : {}) }
  const base: SignOptions = { signingTime, utcOffsetMinutes: utcOffsetMinutes ?? 0, ...text }
  if (position === undefined || appearance === 'invisible') return base
  if (appearance === 'margin') throw new ProblemError('validation_failed', { field: 'appearance' })
  const rectangle = { ...position, page: position.page === 'last' ? pages : position.page }
  if (appearance !== 'image') return { ...base, rectangle, appearance: { kind: appearance } }
  if (signer.image === null) throw new ProblemError('file_missing', { field: 'appearance' })
  return {
    ...base,
    rectangle,
    appearance: { kind: 'image', image: new Uint8Array(signer.image), text: true },
  }
}

/** What the person can do when it is the stamp, and not signing itself, that an earlier signature does not bear. */
const stampTexts: Record<string, Texts> = {
  visible: {
    es: 'Quien certificó el documento no admite sellos nuevos a la vista. Firma sin sello visible.',
    en: 'Whoever certified the document allows no new visible stamps. Sign without a visible stamp.',
  },
  covers_page: {
    es: 'El sello taparía más de la mitad de una página ya firmada. Reduce el recuadro.',
    en: 'The stamp would hide more than half of a page that is already signed. Shrink the box.',
  },
}

/** The engine's refusal as the person should know it, beside the box when a different box would do. */
function signingProblem(error: unknown, document: DocumentRow): unknown {
  const ofFile = error instanceof PadesError && error.code.startsWith('pdf_')
  if (ofFile && error.code === 'pdf_forbids_signing') {
    const message = stampTexts[String(error.detail?.reason)]
    const errors = message ? [{ field: 'position', code: error.code, message }] : undefined
    return new ProblemError(error.code, { subject: document.nombre, errors, cause: error })
  }
  return padesProblem(error, ofFile ? document.nombre : undefined)
}

async function* append(store: ObjectStore, key: string, tail: Uint8Array): AsyncIterable<Uint8Array> {
  yield* await store.get(key)
  yield tail
}

const isWrongPassphrase = (error: unknown) => error instanceof PadesError && error.code === 'p12_wrong_passphrase'

/** Lets the engine sign; a try counts before the passphrase is looked at, and is given back unless it was wrong. */
async function signOnce(deps: SigningDeps, idUser: string, task: SignTask): Promise<Uint8Array> {
  const throttle = createThrottle(deps.db, deps.clock)
  const { allowed, retryAfter } = await throttle.hit('passphrase', idUser, passphraseTries)
  if (!allowed) throw new ProblemError('too_many_attempts', { retryAfter })
  let wrong = false
  try {
    return (await deps.engine.sign(task)).tail
  } catch (error) {
    wrong = isWrongPassphrase(error)
    throw error
  } finally {
    if (!wrong) await throttle.refund('passphrase', idUser)
  }
}

/** Makes the signed bytes and puts them beside the old ones, durable. No row names them yet. */
async function writeSigned(
  deps: SigningDeps,
  document: DocumentRow,
  signer: SignerRow,
  input: SigningInput,
  at: Date,
): Promise<StoredVersion> {
  const task: SignTask = {
    source: await pdfSource(deps.store, document.blob_key),
    key: storedKeyOf(signer),
    passphrase: input.request.password,
    serverKey: deps.keys.derive(signerKeyPurpose),
    options: optionsOf(input.request, signer, at, document.paginas ?? 1),
  }
  try {
    const tail = await signOnce(deps, input.actor.id, task)
    return await deps.store.put(append(deps.store, document.blob_key, tail), { maxBytes: document.size + tail.length })
  } catch (error) {
    throw signingProblem(error, document)
  }
}

/** The engine's other half judges what was just written: a signature that is not intact, or one more that broke, is not kept. */
async function checkSigned(deps: SigningDeps, document: DocumentRow, signed: StoredVersion): Promise<SignatureSummary> {
  const before = await verifyBlob(deps, document, document.blob_key)
  const after = await verifyBlob(deps, document, signed.key)
  const broken = (report: typeof before) => report.signatures.filter((one) => one.indication === 'TOTAL_FAILED').length
  const newest = after.signatures.find((one) => one.covers_whole_file)
  if (
    newest?.integrity !== true ||
    newest.indication === 'TOTAL_FAILED' ||
    after.signatures.length <= before.signatures.length
  ) {
    throw new Error(`signing document ${document.id_documento} gave a file that does not verify`)
  }
  // ours holds, so it is an earlier signature that does not bear another one
  if (broken(after) > broken(before)) throw new ProblemError('pdf_forbids_signing', { subject: document.nombre })
  return summarize(after)
}

/** What tells one request from another under the same idempotency key; the passphrase is no part of it. */
function requestDigest(request: SigningRequest): string {
  const asked = canonicalJson({ ...request, password: undefined })
  return createHash('sha256').update(asked).digest('hex')
}

async function commit(
  deps: SigningDeps,
  document: DocumentRow,
  signer: SignerRow,
  input: SigningInput,
  at: Date,
  signed: StoredVersion,
  summary: SignatureSummary,
) {
  const { actor, ip, request, idempotencyKey } = input
  return await inTransaction(deps.db, async (trx): Promise<SignedDocument> => {
    if ((await lockVersion(trx, document.id_documento)) !== document.version) throw new ProblemError('stale_document')
    const version = document.version + 1
    const pdfPath = await insertVersion(trx, {
      idDocumento: document.id_documento,
      version,
      origin: 'sign',
      blobKey: signed.key,
      size: signed.size,
      sha256: signed.sha256,
      paginas: document.paginas,
      pageSizes: document.page_sizes,
      createdBy: actor.id,
      at,
    })
    await trx
      .updateTable('document')
      .set({ version, signature_count: summary.count, signature_verdict: summary.verdict, updated_at: at })
      .where('id_documento', '=', document.id_documento)
      .execute()
    if (document.id_solicitud_main !== null) {
      await trx
        .updateTable('solicitud_main')
        .set({ updated_at: at })
        .where('id_solicitud_main', '=', document.id_solicitud_main)
        .execute()
    }
    await trx
      .insertInto('signing')
      .values({
        id_user: actor.id,
        id_documento: document.id_documento,
        key: idempotencyKey ?? `${document.sha256}:${version}`,
        base_sha256: document.sha256,
        request_sha256: requestDigest(request),
        result_version: version,
        created_at: at,
      })
      .execute()
    await appendEvent(trx, {
      action: 'document.signed',
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento: document.id_documento,
      actor: actor.id,
      actor_label: actor.nombre,
      data: {
        nombre: document.nombre,
        signer: signer.subject,
        sha256: signed.sha256,
        level,
        reason: request.reason ?? null,
      },
      ip,
      at,
    })
    const { id_documento } = document
    return {
      id_documento,
      pdf_path: pdfPath,
      sha256: signed.sha256,
      version,
      level,
      signatures: summary.count,
      code: null,
      repaired: false,
    }
  })
}

/** What an earlier call under the same key gave, if there was one; a key that stood for something else is refused. */
async function findRepetition(
  deps: SigningDeps,
  document: DocumentRow,
  input: SigningInput,
): Promise<SignedDocument | undefined> {
  const { actor, request, idempotencyKey } = input
  if (idempotencyKey === undefined) return undefined
  const done = await findSigning(deps.db, actor.id, document.id_documento, idempotencyKey)
  if (done === undefined) return undefined
  if (requestDigest(request) !== done.request_sha256) throw new ProblemError('id_in_use')
  const { version, pdf_path, sha256 } = done
  // The document may have been signed again since: what is answered is what there was then.
  const signatures =
    version === document.version
      ? document.signature_count
      : summarize(await verifyBlob(deps, document, done.blob_key)).count
  return {
    id_documento: document.id_documento,
    pdf_path,
    sha256,
    version,
    level,
    signatures,
    code: null,
    repaired: false,
  }
}

/** Signs, keeps and judges; the bytes are deleted again whenever it is certain that no row names them. */
async function addSignature(deps: SigningDeps, document: DocumentRow, input: SigningInput): Promise<SignedDocument> {
  const signer = await requireSigner(deps, input.actor)
  const at = deps.clock()
  const signed = await writeSigned(deps, document, signer, input, at)
  let summary: SignatureSummary
  try {
    summary = await checkSigned(deps, document, signed)
  } catch (error) {
    await deps.store.delete(signed.key)
    throw error
  }
  try {
    return await commit(deps, document, signer, input, at, signed, summary)
  } catch (error) {
    // Classes 22 and 23 of SQLSTATE refuse the data. After any other failure the commit may have gone through: the
    // sweeper knows whether a row names the bytes.
    const undone = error instanceof ProblemError || /^2[23]/.test(sqlState(error) ?? '')
    if (!undone) throw error
    await deps.store.delete(signed.key)
    const first = await findRepetition(deps, document, input)
    if (first === undefined) throw error
    return first
  }
}

/**
 * Signs the current version of a document with the caller's stored key (PAdES B-B) and keeps the result as a new
 * version. The same request under the same idempotency key answers the first result; of several at once one signs and
 * the rest are told that the document moved on. The bytes are durable before the row that names them.
 *
 * What one person signs is signed one after another: so each try at the passphrase is counted before the next, and who
 * comes late learns that the document moved on without a signature having been made in vain.
 * @throws ProblemError not_found, forbidden, document_not_pdf, stale_document, id_in_use, no_signer, too_many_attempts,
 * and the engine's codes
 */
export async function signDocument(deps: SigningDeps, input: SigningInput): Promise<SignedDocument> {
  const { actor, request } = input
  const id = request.id_documento ?? request.ids_documento?.[0]
  if (id === undefined) throw new ProblemError('validation_failed')
  if (request.level !== undefined && request.level !== level) throw new ProblemError('timestamp_not_configured')
  const asked = await requireDocument(deps.db, actor, 'document.sign', id)
  return await deps.turns(actor.id, async () => {
    const document = await requireDocument(deps.db, actor, 'document.sign', id)
    const repeated = await findRepetition(deps, document, input)
    if (repeated !== undefined) return repeated
    if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
    const stale = document.version !== asked.version || (request.sha256 ?? document.sha256) !== document.sha256
    if (stale) throw new ProblemError('stale_document')
    return await addSignature(deps, document, input)
  })
}
