import { unlockPdf } from '@foja/contracts/documents'
import {
  listTrustAnchors,
  removeTrustAnchor,
  trustIssuer,
  uploadTrustAnchor,
  verifyCode,
  verifyDocument,
  verifyFile,
  verifyPage,
  verifyPageText,
} from '@foja/contracts/verification'
import type { Clock } from '../../../deps.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'
import { memorySink } from '../../../http/memory-sink.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Api } from '../../../http/register.ts'
import { readerOf } from '../../../texts/locale.ts'
import { requireDocument, versionOf } from '../../documents/public.ts'
import { addTrustAnchors, previewTrustAnchors, removeTrustAnchor as remove, trustIssuerOf } from './trust-anchors.ts'
import { createPassingRoom } from './passing-file.ts'
import { readAuthorities } from './read-authorities.ts'
import { createSentFiles } from './sent-files.ts'
import {
  findAnchors,
  presentAnchor,
  verifyStoredDocument,
  verifyStoredFile,
  type Verdicts,
} from '../../verification-core/public.ts'
import { lookUpCode } from './verify-code.ts'
import { unlockPassingFile } from './unlock-file.ts'
import { verifyPassingFile, drawSentPage, readSentPage } from './verify-file.ts'

/** Limits for anonymous uploads: memory, concurrent verifications and queue. */
const uploads = { bytes: 256 * 1024 * 1024, perVisitor: 2, arrivalMs: 3 * 60_000 }
const verifyQueue = { atOnce: 1, waiting: 20 }
/** Verified files kept for viewing; `uploads.bytes` limits them too. */
const keptFiles = { bytes: 128 * 1024 * 1024, perVisitor: 64 * 1024 * 1024, lifeMs: 10 * 60_000 }
/** Pages of anonymous uploads have their own queue, so that those of users do not wait behind them. */
const drawQueue = { atOnce: 1, waiting: 60 }

function registerVerifying(api: Api, { clock, verdicts }: { clock: Clock; verdicts: Verdicts }): void {
  const sent = createSentFiles(keptFiles, clock)
  const room = createPassingRoom(uploads, sent)
  const gate = createSemaphore(verifyQueue.atOnce, verifyQueue.waiting)
  const drawing = createSemaphore(drawQueue.atOnce, drawQueue.waiting)

  api.route(verifyDocument, async ({ ctx, body }) => {
    const { db, actor } = ctx
    const document = await requireDocument(db, actor, 'document.read', body.id_documento)
    if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
    const { refresh = false } = body
    const reader = readerOf(ctx)
    if (body.version === undefined || body.version === document.version) {
      return { status: 200, body: await verifyStoredDocument({ db, verdicts }, document, reader, { refresh }) }
    }
    const { blob_key, sha256 } = await versionOf(db, document.id_documento, body.version)
    const { verification } = await verifyStoredFile(verdicts, { ...document, blob_key, sha256 }, reader, { refresh })
    return { status: 200, body: verification }
  })

  api.route(verifyFile, async ({ ctx, parts }) => {
    return { status: 200, body: await verifyPassingFile({ ...ctx, room, gate, sent, drawing }, parts) }
  })

  api.route(unlockPdf, async ({ ctx, parts }) => {
    const { bytes, name } = await unlockPassingFile({ ...ctx, room, drawing }, parts)
    return { status: 200, body: { stream: bytes, type: 'application/pdf', length: bytes.length, filename: name } }
  })

  api.route(verifyPage, async ({ ctx, params, query: { signed_bytes: signedBytes, dpi } }) => {
    const image = await drawSentPage({ ...ctx, sent, drawing }, { ...params, signedBytes, dpi })
    const headers = { 'cache-control': 'private, max-age=600, immutable' }
    return { status: 200, body: { stream: image.bytes, type: image.mime, length: image.bytes.length, headers } }
  })

  api.route(verifyPageText, async ({ ctx, params, query }) => {
    const wanted = { ...params, signedBytes: query.signed_bytes }
    return { status: 200, body: await readSentPage({ ...ctx, sent, drawing }, wanted) }
  })

  api.route(verifyCode, async ({ ctx, query }) => {
    return { status: 200, body: await lookUpCode({ ...ctx, verdicts }, query.codigo) }
  })
}

function registerAuthorities(api: Api): void {
  api.route(listTrustAnchors, async ({ ctx: { db, actor } }) => {
    return { status: 200, body: (await findAnchors(db, actor.id_company)).map(presentAnchor) }
  })

  api.route(uploadTrustAnchor, async ({ ctx, parts }) => {
    const { files, data } = await parts.read(memorySink())
    const certificates = readAuthorities(files)
    if (data.preview === true) return { status: 200, body: await previewTrustAnchors(ctx, certificates) }
    const subject = files.map(({ name }) => name).join(', ')
    const rows = await addTrustAnchors(ctx, { certificates, subject })
    return { status: 201, body: rows.map(presentAnchor) }
  })

  api.route(removeTrustAnchor, async ({ ctx, params: { id } }) => {
    await remove(ctx, id)
    return { status: 200, body: { id } }
  })

  api.route(trustIssuer, async ({ ctx, body }) => {
    return { status: 201, body: (await trustIssuerOf(ctx, body)).map(presentAnchor) }
  })
}

/** Routes of verification and trusted authorities. */
export function registerVerification(api: Api, deps: { clock: Clock; verdicts: Verdicts }): void {
  registerVerifying(api, deps)
  registerAuthorities(api)
}
