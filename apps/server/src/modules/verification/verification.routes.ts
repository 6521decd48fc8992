import { listTrustAnchors, removeTrustAnchor, uploadTrustAnchor, verifyDocument } from '@foja/contracts/verification'
import type { AppDeps } from '../../deps.ts'
import { memorySink } from '../../http/memory-sink.ts'
import { ProblemError } from '../../http/problem.ts'
import type { Api } from '../../http/register.ts'
import { requireDocument, versionOf } from '../documents/documents.public.ts'
import { addTrustAnchors } from './add-trust-anchors.ts'
import { removeTrustAnchor as remove } from './remove-trust-anchor.ts'
import { findAnchors } from './trust-anchors.queries.ts'
import { presentAnchor, presentVerification } from './verification.presenter.ts'
import { verifyBlob, verifyStoredDocument } from './verification.public.ts'

export type VerificationDeps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'engine'>

/** The calls about verdicts and the authorities that they rest on. */
export function registerVerification(api: Api, deps: VerificationDeps): void {
  api.route(verifyDocument, async ({ body, actor, locale }) => {
    const document = await requireDocument(deps.db, actor, 'document.read', body.id_documento)
    if (document.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: document.nombre })
    if (body.version === undefined || body.version === document.version) {
      return { status: 200, body: await verifyStoredDocument(deps, document, locale) }
    }
    const version = await versionOf(deps.db, document.id_documento, body.version)
    const report = await verifyBlob(deps, document, version.blob_key)
    return { status: 200, body: presentVerification(report, version.sha256, deps.clock(), locale) }
  })

  api.route(listTrustAnchors, async ({ actor }) => {
    return { status: 200, body: (await findAnchors(deps.db, actor.id_company)).map(presentAnchor) }
  })

  api.route(uploadTrustAnchor, async ({ parts, actor, request }) => {
    const { files } = await parts.read(memorySink())
    return { status: 201, body: (await addTrustAnchors(deps, actor, request.ip, files)).map(presentAnchor) }
  })

  api.route(removeTrustAnchor, async ({ params, actor, request }) => {
    await remove(deps, actor, request.ip, params.id)
    return { status: 200, body: { id: params.id } }
  })
}
