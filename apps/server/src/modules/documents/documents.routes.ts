import { detailsDocument, downloadDocument, fileLink, pageImage, pdfToImage } from '@foja/contracts/documents'
import { pageEtag } from '@foja/pdf/cache'
import type { AppDeps } from '../../deps.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import { ProblemError } from '../../http/problem.ts'
import type { Api } from '../../http/register.ts'
import { presentDocumentDetails } from './documents.presenter.ts'
import { requireDocument, versionOf } from './documents.public.ts'
import { findVersionByPath, findVersions } from './documents.queries.ts'
import { openLink } from './open-link.ts'
import { pageImagesOf } from './page-images.ts'
import { pdfProblem } from './pdf-problem.ts'
import { pdfSource } from '../../engine/pdf-source.ts'

export type DocumentDeps = Pick<AppDeps, 'db' | 'keys' | 'clock' | 'store' | 'renderer' | 'pageCache' | 'engine'>

type StoredFile = { blob_key: string; size: number; sha256: string }

async function sendFile(deps: DocumentDeps, file: StoredFile, nombre: string, mime: string): Promise<BinaryBody> {
  return { stream: await deps.store.get(file.blob_key), type: mime, length: file.size, filename: nombre }
}

/** The calls about documents. */
export function registerDocuments(api: Api, deps: DocumentDeps): void {
  const { db } = deps

  api.route(detailsDocument, async ({ params, actor }) => {
    const row = await requireDocument(db, actor, 'document.read', params.id)
    return { status: 200, body: presentDocumentDetails(row, await findVersions(db, [row.id_documento]), actor) }
  })

  api.route(pdfToImage, async ({ body, actor }) => {
    const version = await findVersionByPath(db, body.pdf_path)
    if (version === undefined) throw new ProblemError('not_found')
    const row = await requireDocument(db, actor, 'document.read', version.id_documento)
    if (row.mime !== 'application/pdf') throw new ProblemError('document_not_pdf', { subject: row.nombre })
    return { status: 200, body: await pageImagesOf(deps, version, null) }
  })

  api.route(downloadDocument, async ({ params, query, actor }) => {
    const row = await requireDocument(db, actor, 'document.read', params.id)
    const version = await versionOf(db, row.id_documento, query.version ?? row.version)
    return { status: 200, body: await sendFile(deps, version, row.nombre, row.mime) }
  })

  api.route(pageImage, async ({ params }) => {
    const { target, version } = await openLink(deps, params.token)
    if (target.page < 1) throw new ProblemError('not_found')
    const request = { sha256: version.sha256, page: target.page }
    try {
      const image = await deps.pageCache.page({ ...request, source: await pdfSource(deps.store, version.blob_key) })
      // The token names the content, so that what it opens never changes; its life is the token's.
      const headers = { 'cache-control': 'private, max-age=7200, immutable', etag: pageEtag(request) }
      return { status: 200, body: { stream: image.bytes, type: image.mime, length: image.bytes.length, headers } }
    } catch (error) {
      throw pdfProblem(error)
    }
  })

  api.route(fileLink, async ({ params }) => {
    const { target, version } = await openLink(deps, params.token)
    if (target.page !== 0) throw new ProblemError('not_found')
    return { status: 200, body: await sendFile(deps, version, version.nombre, version.mime) }
  })
}
