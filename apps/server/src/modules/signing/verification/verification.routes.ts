import {
  listTrustAnchors,
  removeTrustAnchor,
  trustIssuer,
  uploadTrustAnchor,
  verifyCode,
  verifyDocument,
  verifyFile,
  verifyPage,
} from '@foja/contracts/verification'
import type { AppDeps } from '../../../deps.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'
import { memorySink } from '../../../http/memory-sink.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Api } from '../../../http/register.ts'
import { slowDown, type ThrottleRule } from '../../../http/throttle.ts'
import { requireDocument, versionOf } from '../../documents/public.ts'
import { addTrustAnchors } from './add-trust-anchors.ts'
import { createPassingRoom } from './passing-file.ts'
import { previewTrustAnchors } from './preview-trust-anchors.ts'
import { readAuthorities } from './read-authorities.ts'
import { removeTrustAnchor as remove } from './remove-trust-anchor.ts'
import { createSentFiles } from './sent-files.ts'
import {
  findAnchors,
  presentAnchor,
  verifyStoredDocument,
  verifyStoredFile,
  type Verdicts,
} from '../../verification-core/public.ts'
import { trustIssuerOf } from './trust-issuer.ts'
import { lookUpCode } from './verify-code.ts'
import { verifyPassingFile } from './verify-file.ts'
import { drawSentPage } from './verify-page.ts'

export type VerificationDeps = Pick<
  AppDeps,
  'db' | 'clock' | 'store' | 'engine' | 'renderer' | 'pageCache' | 'keys'
> & { verdicts: Verdicts }

/** Limits for anonymous uploads: memory, concurrent verifications and queue. */
const uploads = { bytes: 256 * 1024 * 1024, perVisitor: 2, arrivalMs: 3 * 60_000 }
const verifyQueue = { atOnce: 1, waiting: 20 }
/** Verified files kept for viewing; `uploads.bytes` limits them too. */
const keptFiles = { bytes: 128 * 1024 * 1024, perVisitor: 64 * 1024 * 1024, lifeMs: 10 * 60_000 }
/** Pages of anonymous uploads have their own queue, so that those of users do not wait behind them. */
const drawQueue = { atOnce: 1, waiting: 60 }

/** Each refresh asks the authorities of a document. */
const refreshesByPerson: ThrottleRule = { tries: 30, seconds: 15 * 60 }

function registerVerifying(api: Api, deps: VerificationDeps): void {
  const sent = createSentFiles(keptFiles, deps.clock)
  const room = createPassingRoom(uploads, sent)
  const gate = createSemaphore(verifyQueue.atOnce, verifyQueue.waiting)
  const drawing = createSemaphore(drawQueue.atOnce, drawQueue.waiting)

  api.route(verifyDocument, async ({ body, actor, reader }) => {
    const document = await requireDocument(deps.db, actor, 'document.read', body.id_documento)
    if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
    const { refresh = false } = body
    if (refresh) await slowDown(deps, 'verify again', actor.id, refreshesByPerson)
    if (body.version === undefined || body.version === document.version) {
      return { status: 200, body: await verifyStoredDocument(deps, document, reader, { refresh }) }
    }
    const { blob_key, sha256 } = await versionOf(deps.db, document.id_documento, body.version)
    const file = { ...document, blob_key, sha256 }
    const { verification } = await verifyStoredFile(deps.verdicts, file, reader, { refresh })
    return { status: 200, body: verification }
  })

  api.route(verifyFile, async ({ actor, request, reader, parts }) => {
    const visit = { actor, ip: request.ip, reader, parts }
    return { status: 200, body: await verifyPassingFile({ ...deps, room, gate, sent, drawing }, visit) }
  })

  api.route(verifyPage, async ({ params: { handle, page }, query: { signed_bytes: signedBytes, dpi }, request }) => {
    const image = await drawSentPage({ ...deps, sent, drawing }, { handle, page, signedBytes, dpi, ip: request.ip })
    const headers = { 'cache-control': 'private, max-age=600, immutable' }
    return { status: 200, body: { stream: image.bytes, type: image.mime, length: image.bytes.length, headers } }
  })

  api.route(verifyCode, async ({ query, request, reader }) => {
    return { status: 200, body: await lookUpCode(deps, { code: query.codigo, ip: request.ip, reader }) }
  })
}

function registerAuthorities(api: Api, deps: VerificationDeps): void {
  api.route(listTrustAnchors, async ({ actor }) => {
    return { status: 200, body: (await findAnchors(deps.db, actor.id_company)).map(presentAnchor) }
  })

  api.route(uploadTrustAnchor, async ({ parts, actor, request }) => {
    const { files, data } = await parts.read(memorySink())
    const certificates = readAuthorities(files)
    if (data.preview === true) return { status: 200, body: await previewTrustAnchors(deps, actor, certificates) }
    const subject = files.map(({ name }) => name).join(', ')
    const rows = await addTrustAnchors(deps, actor, request.ip, { certificates, subject })
    return { status: 201, body: rows.map(presentAnchor) }
  })

  api.route(removeTrustAnchor, async ({ params, actor, request }) => {
    await remove(deps, actor, request.ip, params.id)
    return { status: 200, body: { id: params.id } }
  })

  api.route(trustIssuer, async ({ body, actor, request }) => {
    const { id_documento: idDocumento, fingerprint } = body
    const rows = await trustIssuerOf(deps, { actor, ip: request.ip, idDocumento, fingerprint })
    return { status: 201, body: rows.map(presentAnchor) }
  })
}

/** Routes of verification and trusted authorities. */
export function registerVerification(api: Api, deps: VerificationDeps): void {
  registerVerifying(api, deps)
  registerAuthorities(api, deps)
}
