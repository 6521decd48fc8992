import { makePdf } from '@foja/testing/pdfs'
import { afterAll, expect, it } from 'vitest'
import { onePagePdf, signedWidgetPdf } from '../test/build-pdf.ts'
import { formPdf, widget } from '../test/form-pdf.ts'
import { createFiller, PdfError } from './filler.ts'

const filler = await createFiller({ threads: 1 })
afterAll(() => filler.close())

const signatureField = (value: string) => formPdf([`/T(firma)/FT/Sig${value}${widget('20 250 120 270')}`])

const refused: [string, string, Uint8Array][] = [
  ['what is signed', 'pdf_signed', signedWidgetPdf()],
  ['what has a value in a signature field', 'pdf_signed', signatureField('/V<</Type/Sig>>')],
  ['what is certified', 'pdf_signed', formPdf([], { catalog: '/Perms<</DocMDP 8 0 R>>' })],
  ['an XFA form', 'pdf_xfa', makePdf({ form: 'direct', xfa: 'dynamic' })],
  ['an XFA form beside another', 'pdf_xfa', makePdf({ form: 'direct', xfa: 'hybrid' })],
  ['what is encrypted', 'pdf_encrypted', makePdf({ encryption: { mode: 'aes-256' } })],
  ['what asks for a password', 'pdf_password', makePdf({ encryption: { mode: 'aes-128', userPassword: 'x' } })],
  ['what is no PDF', 'pdf_invalid', Buffer.from('hello')],
]

it.each(refused)('filling %s is refused: %s', async (_, code, pdf) => {
  const errors = await Promise.all([
    filler.detectFields(Uint8Array.from(pdf)).catch((error: unknown) => error),
    filler.fill(Uint8Array.from(pdf), { fields: [], values: [], locale: 'es-EC' }).catch((error: unknown) => error),
  ])
  for (const error of errors) {
    expect(error).toBeInstanceOf(PdfError)
    expect(error).toMatchObject({ code })
  }
})

it('filling accepts an unsigned signature field', async () => {
  expect((await filler.detectFields(signatureField(''))).fields).toHaveLength(1)
  expect((await filler.detectFields(signatureField('/V null'))).fields).toHaveLength(1)
})

it('filling reports a missing file and one that is too large', async () => {
  await expect(filler.detectFields({ path: '/nowhere.pdf' })).rejects.toMatchObject({ code: 'render_failed' })
  const small = await createFiller({ threads: 1, maxHeapMb: 64 })
  const large = makePdf({ ballast: 20 * 1024 * 1024 })
  await expect(small.detectFields(large)).rejects.toMatchObject({ code: 'render_memory' })
  await small.close()
})

it('filling reads a path in the thread, and leaves given bytes intact', async () => {
  const pdf = onePagePdf({})
  await filler.detectFields(pdf)
  expect(pdf.byteLength).toBeGreaterThan(100)
})
