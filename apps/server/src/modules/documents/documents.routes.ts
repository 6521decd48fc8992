import {
  deleteDocument,
  detailsDocument,
  downloadDocument,
  downloadZip,
  fileLink,
  listDeleted,
  looseDocuments,
  pageImage,
  pageText,
  pdfToImage,
  restoreDocument,
  searchDocument,
  uploadDocument,
} from '@foja/contracts/documents'
import { history } from '@foja/contracts/events'
import { pageEtag } from '@foja/pdf/cache'
import type { Ctx } from '../../context.ts'
import type { BinaryBody } from '../../http/endpoint-types.ts'
import type { Api } from '../../http/register.ts'
import { pdfSource } from '../../lib/pdf-source.ts'
import { deleteDocument as remove, restoreDocument as restore } from './recycle.ts'
import { presentDeleted, presentDocument, presentDocumentDetails } from './documents.presenter.ts'
import { looseDocuments as loose } from './loose-documents.ts'
import { requireDocument, requirePdf } from './require-document.ts'
import { versionOf, deletedFor } from './read-documents.ts'
import { findVersions, isLastDocument } from './documents.queries.ts'
import { openFileLink, openPageLink } from './open-link.ts'
import { holderOf, pageImagesOf, thumbnailDpi } from './page-images.ts'
import { pdfProblem } from './pdf-problem.ts'
import { searchText } from './search-text.ts'
import { documentSink } from './receive-document.ts'
import { renderAhead } from './render-ahead.ts'
import { uploadDocument as upload } from './upload-document.ts'
import { readHistory } from './events/read-history.ts'
import { downloadZip as zip } from './zip/download-zip.ts'

type StoredFile = { blob_key: string; size: number; sha256: string }

async function sendFile(
  { store }: Ctx | Ctx<null>,
  file: StoredFile,
  nombre: string,
  mime: string,
): Promise<BinaryBody> {
  return { stream: await store.get(file.blob_key), type: mime, length: file.size, filename: nombre }
}

export function registerDocuments(api: Api): void {
  api.route(detailsDocument, async ({ ctx: { db, actor }, params }) => {
    const row = await requireDocument(db, actor, 'document.read', params.id)
    const versions = await findVersions(db, [row.id_documento])
    return { status: 200, body: presentDocumentDetails(row, versions, actor, await isLastDocument(db, row)) }
  })

  api.route(pdfToImage, async ({ ctx, body }) => {
    const { content, ...file } = await requirePdf(ctx.db, ctx.actor, body.pdf_path)
    return { status: 200, body: await pageImagesOf(ctx, { content, ...file }, holderOf(ctx.actor)) }
  })

  api.route(downloadDocument, async ({ ctx, params, query }) => {
    const row = await requireDocument(ctx.db, ctx.actor, 'document.read', params.id)
    const version = await versionOf(ctx.db, row.id_documento, query.version ?? row.version)
    return { status: 200, body: await sendFile(ctx, version, row.nombre, row.mime) }
  })

  api.route(searchDocument, async ({ ctx, params, query }) => {
    const row = await requireDocument(ctx.db, ctx.actor, 'document.read', params.id)
    const version = await versionOf(ctx.db, row.id_documento, query.version ?? row.version)
    return { status: 200, body: await searchText(ctx, row, version, query.q) }
  })

  api.route(downloadZip, async ({ ctx, body }) => ({ status: 200, body: await zip(ctx, body) }))

  api.route(history, async ({ ctx, params, query }) => ({
    status: 200,
    body: await readHistory(ctx, { id: params.id, before: query.before }),
  }))

  api.route(deleteDocument, async ({ ctx, body: { id_documento } }) => {
    await remove(ctx, id_documento)
    return { status: 200, body: { id_documento } }
  })

  api.route(listDeleted, async ({ ctx, query }) => {
    const rows = await deletedFor(ctx, query.id_solicitud)
    return { status: 200, body: rows.map(presentDeleted) }
  })

  api.route(looseDocuments, async ({ ctx, query }) => ({ status: 200, body: await loose(ctx, query) }))

  api.route(restoreDocument, async ({ ctx, body }) => {
    return { status: 200, body: presentDocument(await restore(ctx, body.id_documento)) }
  })

  api.route(pageImage, async ({ ctx, params }) => {
    const { blob_key, sha256, page, small } = await openPageLink(ctx, params.token)
    const request = { sha256, page, ...(small ? { dpi: thumbnailDpi } : {}) }
    try {
      const image = await ctx.pageCache.page({ ...request, source: await pdfSource(ctx.store, blob_key) })
      // The token names the content, which never changes; the image may be cached as long as the token lives.
      const headers = { 'cache-control': 'private, max-age=7200, immutable', etag: pageEtag(request) }
      return { status: 200, body: { stream: image.bytes, type: image.mime, length: image.bytes.length, headers } }
    } catch (error) {
      throw pdfProblem(error)
    }
  })

  api.route(pageText, async ({ ctx, params }) => {
    const { blob_key, sha256, page } = await openPageLink(ctx, params.token)
    try {
      const source = await pdfSource(ctx.store, blob_key)
      return { status: 200, body: await ctx.pageCache.text({ sha256, source, page }) }
    } catch (error) {
      throw pdfProblem(error)
    }
  })

  api.route(fileLink, async ({ ctx, params }) => {
    const version = await openFileLink(ctx, params.token)
    return { status: 200, body: await sendFile(ctx, version, version.nombre, version.mime) }
  })

  // To a request, or outside every case file.
  api.route(uploadDocument, async ({ ctx, parts }) => {
    const { files, data } = await parts.read(documentSink(ctx, ctx.actor.id_company))
    const answer = await upload(ctx, { data, files })
    const paths = answer.body.documents.map(({ pdf_path }) => pdf_path)
    if (answer.status === 201) renderAhead(ctx, paths)
    return answer
  })
}
