import type { PageImages } from '@foja/contracts/common'
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice } from '../../../test/office.ts'
import { plainPng } from '../../../test/pictures.ts'
import { repairedPdf } from '../../../test/odd-pdfs.ts'

const imagesPath = '/api/v1/pdf_to_image/'

const office = await openOffice()

const images = async (pdfPath: string) =>
  bodyOf<PageImages>(await office.usuario.post(imagesPath, { pdf_path: pdfPath }), 200)
/** Fetches like an image tag: without a token. */
const fetchPage = (url: string, headers: Record<string, string> = {}) =>
  fetch(new URL(url, office.server.origin), { headers })

describe('page images', () => {
  it('are served at signed links, cacheable and without a session', async () => {
    const { document } = await createCase(office.usuario, pdfFile('tres.pdf', makePdf({ pages: 3, rotate: 90 })))
    const { paginas, pages } = await images(document.pdf_path)
    expect(paginas).toBe(3)
    expect(pages.map(({ page, width, height }) => [page, width, height])).toEqual([1, 2, 3].map((n) => [n, 842, 595]))
    const response = await fetchPage(pages[2]!.url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toMatch(/private.*immutable/)
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; base-uri 'none'/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP'])
    const etag = response.headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await fetchPage(pages[2]!.url, { 'if-none-match': known })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
    expect((await fetchPage(pages[2]!.url, { 'if-none-match': '"x"' })).status).toBe(200)
    expect((await images(document.pdf_path)).pages).toEqual(pages)
  })

  it('are rendered for damaged files that readers repair', async () => {
    const { document } = await createCase(office.usuario, pdfFile('remendado.pdf', repairedPdf))
    const [page] = (await images(document.pdf_path)).pages
    expect((await fetchPage(page!.url)).headers.get('content-type')).toBe('image/webp')
  })

  it('return the same error when the link was altered, is of another kind or has expired', async () => {
    const { document } = await createCase(office.usuario)
    const { url } = (await images(document.pdf_path)).pages[0]!
    const token = url.split('/').at(-2)!
    const altered = [
      token.replace(/~1~/, '~2~'),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      'x',
      '~~~~',
    ]
    for (const other of altered) await expectProblem(await fetchPage(`/api/v1/page_image/${other}/`), 404, 'not_found')
    await expectProblem(await fetchPage(`/api/v1/file/${token}/`), 404, 'not_found')
    expect((await fetchPage(url)).status).toBe(200)
    office.server.advance(2 * 3_600_000 + 1)
    await expectProblem(await fetchPage(url), 404, 'not_found')
    office.server.advance(-2 * 3_600_000 - 1)
  })

  it('are available to users who may read the document', async () => {
    const { document } = await createCase(office.usuario)
    const ask = { pdf_path: document.pdf_path }
    await expectProblem(await office.ajeno.post(imagesPath, ask), 404, 'not_found')
    await expectProblem(await office.colega.post(imagesPath, ask), 404, 'not_found')
    await office.server.deps.db
      .insertInto('user_shared')
      .values({ id_documento: document.id_documento, id_user: office.colega.id })
      .execute()
    expect((await office.colega.post(imagesPath, ask)).status).toBe(200)
    for (const path of ['../../etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1/', document.sha256]) {
      await expectProblem(await office.usuario.post(imagesPath, { pdf_path: path }), 404, 'not_found')
    }
    const photo = { name: 'foto.png', bytes: plainPng(2, 2) }
    const { document: picture } = await createCase(office.usuario, photo)
    const response = await office.usuario.post(imagesPath, { pdf_path: picture.pdf_path })
    await expectProblem(response, 400, 'document_not_pdf')
  })

  it('of the first two pages of a new document are rendered in advance', async () => {
    const { pageCache } = office.server.deps
    const requested: [number, boolean | undefined][] = []
    const page = pageCache.page
    pageCache.page = async (request) => {
      requested.push([request.page, request.ahead])
      return await page(request)
    }
    await createCase(office.usuario, pdfFile('adelanto.pdf', makePdf({ pages: 5, mediaBox: [0, 0, 300, 301] })))
    await expect
      .poll(() => requested)
      .toEqual([
        [1, true],
        [2, true],
      ])
    pageCache.page = async () => {
      requested.length = 0
      throw new Error('no page today')
    }
    await createCase(office.usuario, pdfFile('sin adelanto.pdf', makePdf({ pages: 2 })))
    await expect.poll(() => requested).toEqual([])
    pageCache.page = page
  })
})

describe('downloading a document', () => {
  it('returns the unchanged file under its name, as a sandboxed attachment', async () => {
    const file = pdfFile('Acta «señal» n.º 3; "única" 100%.pdf')
    const { document } = await createCase(office.usuario, file)
    const path = `/api/v1/download_document/${document.id_documento}/`
    const response = await office.usuario.call(path)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(file.bytes))).toBe(true)
    expect(response.headers.get('content-length')).toBe(String(file.bytes.length))
    const disposition = response.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!#$&+^`|-]+$/)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(document.nombre)
    expect(document.nombre).toBe(file.name)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; base-uri 'none'/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await office.usuario.call(`${path}?version=1`)).status).toBe(200)
    await expectProblem(await office.usuario.call(`${path}?version=2`), 404, 'not_found')
    await expectProblem(await office.usuario.call(`${path}?version=uno`), 400, 'validation_failed')
  })

  it('returns an internal error when the stored file is missing', async () => {
    const { document } = await createCase(office.usuario)
    const { db, store } = office.server.deps
    const row = await db
      .selectFrom('document_version')
      .where('id_documento', '=', document.id_documento)
      .select('blob_key')
      .executeTakeFirstOrThrow()
    await store.delete(row.blob_key)
    await expectProblem(
      await office.usuario.call(`/api/v1/download_document/${document.id_documento}/`),
      500,
      'internal',
    )
  })
})
