import { describe, expect, it } from 'vitest'
import { changeStored, createCase, pdfFile, openOffice } from '../../../test/office.ts'
import { giveSigner } from '../../../test/people.ts'
import { detailsOf, download, position, sign, signedOf, verify } from '../../../test/signing.ts'

const office = await openOffice()
await giveSigner(office.usuario, 'Úrsula Usuaria Peña')

describe('tampering with a signed file', () => {
  it('is detected when a byte of the stored file changed', async () => {
    const { document } = await createCase(office.usuario)
    await signedOf(await sign(office.usuario, document))
    const row = await office.server.deps.db
      .selectFrom('document_version')
      .where('id_documento', '=', document.id_documento)
      .where('version', '=', 2)
      .select('blob_key')
      .executeTakeFirstOrThrow()
    await changeStored(office, row.blob_key, (bytes) => {
      bytes[bytes.indexOf('Page 1')] = 'Q'.charCodeAt(0)
      return bytes
    })
    const report = await verify(office.usuario, document)
    expect(report.summary).toBe('invalid')
    expect(report.signatures[0]).toMatchObject({ indication: 'TOTAL_FAILED', integrity: false })
    expect(await detailsOf(office.usuario, document)).toMatchObject({ signatures: { count: 1, verdict: 'invalid' } })
  })

  it('is detected when an appended revision changed a page', async () => {
    const { document } = await createCase(office.usuario)
    await signedOf(await sign(office.usuario, document, { position }))
    const bytes = await download(office.usuario, document)
    const tampered = pdfFile('alterado.pdf', withOtherContent(bytes))
    const { document: uploaded } = await createCase(office.usuario, tampered)
    expect(uploaded.signatures).toEqual({ count: 1, verdict: 'invalid' })
    const report = await verify(office.usuario, uploaded)
    expect(report.signatures[0]).toMatchObject({ indication: 'TOTAL_FAILED', modified_after: true })
    expect(report.signatures[0]?.modifications.length).toBeGreaterThan(0)
  })
})

/** Appends a revision that replaces the content of page 1 (object 5 of the test files). */
function withOtherContent(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1')
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const trailer = /\/Root \d+ 0 R/.exec(text)![0]
  const content = 'BT /F1 24 Tf 60 200 Td (Debo el doble) Tj ET'
  const object = `5 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`
  const gap = text.endsWith('\n') ? '' : '\n'
  const at = pdf.length + gap.length
  const offset = String(at).padStart(10, '0')
  const table = `xref\n5 1\n${offset} 00000 n \ntrailer\n<< /Size 60 ${trailer} /Prev ${previous} >>\n`
  const end = `startxref\n${at + object.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(gap + object + table + end, 'latin1')])
}
