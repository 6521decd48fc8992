import { fieldsOf } from '@foja/pades/pdf/fields'
import { readPdf } from '@foja/pades/pdf/file'
import { sign } from '@foja/pades/sign'
import { verify } from '@foja/pades/verify'
import { newField } from '@foja/forms/new-field'
import { makePdf, type PdfOptions } from '@foja/testing/pdfs'
import { makeTestSigner, runValidator } from '@foja/testing/signing'
import { afterAll, expect, it } from 'vitest'
import { createFiller } from '../packages/pdf/src/filler.ts'

const filler = await createFiller({ threads: 1 })
afterAll(() => filler.close())

const { signer, trust } = makeTestSigner()
const place = { x: 60, y: 90, width: 180, height: 60 }
const fields = [
  { ...newField('text', { page: 1, x: 60, y: 40, taken: [] }), key: 'nombre' },
  { ...newField('signature', { page: 1, x: 0, y: 0, taken: [] }), key: 'firma_a', ...place },
  { ...newField('signature', { page: 2, x: 0, y: 0, taken: [] }), key: 'firma_b', ...place },
]

const bases: [string, PdfOptions][] = [
  ['a table', {}],
  ['a cross-reference stream', { xref: 'stream' }],
  ['a hybrid', { xref: 'hybrid' }],
  ['a turned and cropped page', { rotate: 90, cropBox: [50, 60, 500, 700] }],
  ['a page in larger units', { userUnit: 2, mediaBox: [0, 0, 300, 400] }],
  ['a form of its own', { form: 'indirect-fields', annots: 'indirect' }],
]

it.each(bases)('a filled file offers its signature fields to the signer: %s', async (_, options) => {
  for (const flatten of [false, true]) {
    const base = makePdf({ ...options, pages: 2 })
    const values = [['nombre', 'Ana Ñandú']] as const
    const filled = (await filler.fill(base, { fields, values, locale: 'es-EC', flatten })).bytes
    const waiting = fieldsOf(readPdf(filled)).filter(({ type, value }) => type === 'Sig' && value === null)
    expect(waiting.map(({ name }) => name)).toEqual(['firma_a', 'firma_b'])
    let signed: Uint8Array = filled
    for (const fieldName of ['firma_a', 'firma_b']) {
      signed = (await sign(signed, signer, { signingTime: new Date(), fieldName, appearance: { kind: 'qr' } })).pdf
    }
    const report = verify(signed, trust())
    expect(report.signatures.map(({ field, indication }) => [field, indication])).toEqual([
      ['firma_a', 'TOTAL_PASSED'],
      ['firma_b', 'TOTAL_PASSED'],
    ])
    expect(Buffer.from(signed.subarray(0, filled.length)).equals(Buffer.from(filled))).toBe(true)
    expect(runValidator('pdfsig', [], signed)?.output ?? 'firma_a').toMatch(/firma_a/)
    expect(runValidator('qpdf', ['--check'], signed)?.code ?? 0).toBe(0)
    await expect(filler.detectFields(Uint8Array.from(signed))).rejects.toMatchObject({ code: 'pdf_signed' })
  }
})
