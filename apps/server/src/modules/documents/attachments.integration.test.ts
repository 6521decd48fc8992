import type { DocumentDetails } from '@foja/contracts/documents'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, createPath, expectProblem, mainOf, openOffice } from '../../../test/office.ts'
import { plainPng } from '../../../test/pictures.ts'
import { zipOf } from '../../../test/zip.ts'

const office = await openOffice()

const docx = zipOf(['[Content_Types].xml', 'word/document.xml'])
const odt = zipOf(['mimetype', 'content.xml', 'META-INF/manifest.xml'], {
  mimetype: 'application/vnd.oasis.opendocument.text',
})
const png = plainPng(3, 2)
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('attachments that are not PDFs', () => {
  it.each([
    ['acta.docx', docx, word, 'acta.docx'],
    ['acta.zip', docx, word, 'acta.zip.docx'],
    ['acta.odt', odt, 'application/vnd.oasis.opendocument.text', 'acta.odt'],
    ['plano.png', png, 'image/png', 'plano.png'],
    ['plano.pdf', png, 'image/png', 'plano.pdf.png'],
  ])('%s is stored with its detected type and downloaded unchanged', async (name, bytes, mime, kept) => {
    const { document } = await createCase(office.usuario, { name, bytes, type: 'text/html' })
    expect(document).toMatchObject({ mime, nombre: kept, paginas: null, signatures: { count: 0, verdict: null } })
    const id = document.id_documento
    const details = await office.usuario.read<DocumentDetails>(`/api/v1/details_document/${id}/`)
    expect(details.actions).toEqual(expect.arrayContaining(['share', 'email', 'download']))
    expect(details.actions).not.toContain('sign')
    expect(details.actions).not.toContain('verify')
    const response = await office.usuario.call(`/api/v1/download_document/${id}/`)
    expect(response.headers.get('content-type')).toBe(mime)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; base-uri 'none'/)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    const images = await office.usuario.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path })
    await expectProblem(images, 400, 'document_not_pdf')
  })

  it.each([
    ['macros.docx', zipOf(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'])],
    ['página.html', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['dibujo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['todo.zip', zipOf(['a.exe'])],
  ])('%s is refused as an attachment', async (name, bytes) => {
    const response = await office.usuario.upload(createPath, [{ name, bytes }], mainOf(1))
    await expectProblem(response, 400, 'file_type_not_allowed')
  })

  it.each([
    ['half a PNG', 'plano.png', plainPng(300, 300).subarray(0, 90)],
    ['the beginning of a PNG', 'plano.png', Buffer.concat([plainPng(2, 2).subarray(0, 8), Buffer.alloc(50, 1)])],
    ['the beginning of a JPEG', 'foto.jpg', Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0)],
    ['the beginning of a WebP', 'foto.webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8L....', 'latin1')],
  ])('%s is refused by its content', async (_what, name, bytes) => {
    const problem = await expectProblem(
      await office.usuario.upload(createPath, [{ name, bytes }], mainOf(1)),
      400,
      'image_unsupported',
    )
    expect(problem.detail).toContain(`«${name}»`)
  })

  it('adds no history entry when an attachment is read', async () => {
    const { document } = await createCase(office.usuario, { name: 'plano.png', bytes: png })
    const { db } = office.server.deps
    const count = async () => (await db.selectFrom('event').select('id').execute()).length
    const before = await count()
    for (const version of ['', '?version=1']) {
      const path = `/api/v1/download_document/${document.id_documento}/${version}`
      expect((await office.usuario.call(path)).status).toBe(200)
    }
    expect(await count()).toBe(before)
    const shared = await office.usuario.post('/api/v1/create_share_document/', { id_documento: document.id_documento })
    const { share } = await bodyOf<{ share: string }>(shared, 201)
    const opened = await fetch(`${office.server.origin}/api/v1/get_document_share/?share=${share}`)
    const { download_url, mime } = await bodyOf<{ download_url: string; mime: string }>(opened, 200)
    expect(mime).toBe('image/png')
    const file = await fetch(new URL(download_url, office.server.origin))
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; /)
  })
})
