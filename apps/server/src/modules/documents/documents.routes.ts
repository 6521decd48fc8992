import {
  deleteDocument,
  detailsDocument,
  downloadDocument,
  fileLink,
  listDeleted,
  pageImage,
  pdfToImage,
  restoreDocument,
  searchDocument,
  uploadDocument,
} from '@foja/contracts/documents'
import { pageEtag } from '@foja/pdf/cache'
import type { AppDeps } from '../../deps.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import type { Api } from '../../http/register.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { deleteDocument as remove, restoreDocument as restore } from './recycle.ts'
import { presentDeleted, presentDocument, presentDocumentDetails } from './documents.presenter.ts'
import { requireDocument } from './require-document.ts'
import { versionOf } from './read-documents.ts'
import { findVersions } from './documents.queries.ts'
import { deletedFor } from './list-deleted.ts'
import { openFileLink, openPageLink } from './open-link.ts'
import { holderOf, pageImagesOf, thumbnailDpi } from './page-images.ts'
import { pdfProblem } from './pdf-problem.ts'
import { requirePdf } from './require-pdf.ts'
import { searchText } from './search-text.ts'
import { documentSink } from './receive-document.ts'
import { renderAhead } from './render-ahead.ts'
import { uploadDocument as upload, type UploadDeps } from './upload-document.ts'

export type DocumentDeps = Pick<
  AppDeps,
  'db' | 'keys' | 'clock' | 'store' | 'renderer' | 'pageCache' | 'engine' | 'bus'
>

type StoredFile = { blob_key: string; size: number; sha256: string }

async function sendFile(deps: DocumentDeps, file: StoredFile, nombre: string, mime: string): Promise<BinaryBody> {
  return { stream: await deps.store.get(file.blob_key), type: mime, length: file.size, filename: nombre }
}

export function registerDocuments(api: Api, deps: DocumentDeps): void {
  const { db } = deps

  api.route(detailsDocument, async ({ params, actor }) => {
    const row = await requireDocument(db, actor, 'document.read', params.id)
    return { status: 200, body: presentDocumentDetails(row, await findVersions(db, [row.id_documento]), actor) }
  })

  api.route(pdfToImage, async ({ body, actor }) => {
    const { content, ...file } = await requirePdf(db, actor, body.pdf_path)
    return { status: 200, body: await pageImagesOf(deps, { content, ...file }, holderOf(actor)) }
  })

  api.route(downloadDocument, async ({ params, query, actor }) => {
    const row = await requireDocument(db, actor, 'document.read', params.id)
    const version = await versionOf(db, row.id_documento, query.version ?? row.version)
    return { status: 200, body: await sendFile(deps, version, row.nombre, row.mime) }
  })

  api.route(searchDocument, async ({ params, query, actor }) => {
    const row = await requireDocument(db, actor, 'document.read', params.id)
    const version = await versionOf(db, row.id_documento, query.version ?? row.version)
    return { status: 200, body: await searchText(deps, row, version, query.q) }
  })

  api.route(deleteDocument, async ({ body, actor, request }) => {
    await remove(deps, { actor, ip: request.ip }, body.id_documento)
    return { status: 200, body: { id_documento: body.id_documento } }
  })

  api.route(listDeleted, async ({ query, actor }) => {
    const rows = await deletedFor(deps, actor, query.id_solicitud)
    return { status: 200, body: rows.map(presentDeleted) }
  })

  api.route(restoreDocument, async ({ body, actor, request }) => {
    const row = await restore(deps, { actor, ip: request.ip }, body.id_documento)
    return { status: 200, body: presentDocument(row) }
  })

  api.route(pageImage, async ({ params }) => {
    const { blob_key, sha256, page, small } = await openPageLink(deps, params.token)
    const request = { sha256, page, ...(small ? { dpi: thumbnailDpi } : {}) }
    try {
      const image = await deps.pageCache.page({ ...request, source: await pdfSource(deps.store, blob_key) })
      // The token names the content, which never changes; the image may be cached as long as the token lives.
      const headers = { 'cache-control': 'private, max-age=7200, immutable', etag: pageEtag(request) }
      return { status: 200, body: { stream: image.bytes, type: image.mime, length: image.bytes.length, headers } }
    } catch (error) {
      throw pdfProblem(error)
    }
  })

  api.route(fileLink, async ({ params }) => {
    const version = await openFileLink(deps, params.token)
    return { status: 200, body: await sendFile(deps, version, version.nombre, version.mime) }
  })
}

type Deps = UploadDeps & Pick<AppDeps, 'renderer' | 'pageCache' | 'engine'>

/** The route that uploads documents to a request or outside every case file. */
export function registerUploads(api: Api, deps: Deps): void {
  api.route(uploadDocument, async ({ ctx, parts, actor, request }) => {
    const { files, data } = await parts.read(documentSink(deps, actor.id_company))
    const answer = await upload(deps, { actor, ip: request.ip, data, files })
    if (answer.status === 201) {
      const paths = answer.body.documents.map(({ pdf_path }) => pdf_path)
      renderAhead(ctx, paths)
    }
    return answer
  })
}
