import { deflateSync } from 'node:zlib'
import { makePdf, type PdfOptions } from '@foja/testing/pdfs'
import { rewriteWithQpdf, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { afterAll, describe, expect, it } from 'vitest'
import { buildPdf, onePagePdf } from '../test/build-pdf.ts'
import { formPdf, widget } from '../test/form-pdf.ts'
import { fieldAt, openFillStage, pngOf } from '../test/fill-stage.ts'

const stage = await openFillStage()
afterAll(() => stage.close())

const field = fieldAt('text', 'nombre', { x: 120, y: 10, width: 70, height: 20 })

async function expectFilled(base: Uint8Array, page = 1): Promise<Uint8Array> {
  const { bytes } = await stage.fill(base, [{ ...field, page }], { nombre: 'Ana Ñ' })
  const { outside, inside } = await stage.difference(base, bytes, [field], page)
  expect(outside).toBe(0)
  expect(inside[0]).toBeGreaterThan(50)
  return bytes
}

describe('filling a page whose content leaves states open', () => {
  it.each([
    ['a saved state with another scale', 'q 3 0 0 3 0 0 cm 1 0 0 rg 5 5 10 10 re f'],
    ['several saved states', 'q q q .5 0 0 .5 90 90 cm 0 1 0 RG 5 5 m 50 50 l S'],
    ['a text', 'BT 2 0 0 2 30 30 Tm 1 0 0 rg'],
    ['a state changed outside of any', '2 0 0 2 10 10 cm 1 0 0 rg 5 w 5 5 10 10 re f'],
    ['a path and a clip', '0 0 20 20 re W'],
    ['marked content', '/Artifact BMC 1 0 0 rg 5 5 10 10 re f'],
    ['restored states that were never saved', '1 0 0 rg Q 5 5 30 30 re f Q Q 0 1 0 rg 5 45 30 30 re f'],
  ])('%s', async (_, content) => {
    await expectFilled(onePagePdf({ content: { dictionary: '', stream: content } }))
    const stream = deflateSync(Buffer.from(content))
    await expectFilled(onePagePdf({ content: { dictionary: '/Filter/FlateDecode', stream } }))
  })

  it('works with several streams, one with a filter that is not decoded', async () => {
    const hex = Buffer.from('1 0 0 rg 5 5 10 10 re f').toString('hex')
    const pdf = buildPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 6 0 R/Resources<<>>>>',
      { dictionary: '', stream: 'q 2 0 0 2 0 0 cm' },
      { dictionary: '/Filter/ASCIIHexDecode', stream: `${hex}>` },
      '[4 0 R 5 0 R]',
    ])
    const { bytes } = await stage.fill(pdf, [field], { nombre: 'Ana' })
    expect((await stage.renderer.searchText(bytes, { query: 'Ana' })).hits).toHaveLength(1)
  })
})

describe('filling pages with missing entries', () => {
  const page = (entries: string, root = '') =>
    buildPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2/MediaBox[0 0 200 100]${root}>>`,
      `<</Type/Page/Parent 2 0 R${entries}>>`,
      { dictionary: '', stream: '0.8 g 10 10 50 50 re f' },
      `<</Type/Page/Parent 2 0 R/Contents 4 0 R>>`,
      '<</XObject<</Foja1 7 0 R>>>>',
      { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]', stream: '1 0 0 rg 0 0 9 9 re f' },
    ])
  it.each([
    ['resources', page('/Contents 4 0 R')],
    ['content', page('/Resources<<>>')],
    ['both', page('')],
    ['resources of their own', page('/Contents 4 0 R', '/Resources 6 0 R')],
    ['resources of their own, with a name that is ours', page('/Contents[4 0 R]/Resources 6 0 R')],
    ['content that is anything but a stream', page('/Contents[6 0 R 99 0 R null 4 0 R]')],
  ])('%s', async (_, base) => {
    const filled = await expectFilled(base)
    // the other page of the same tree is unchanged
    expect((await stage.difference(base, filled, [], 2)).outside).toBe(0)
  })
})

describe('filling files of different structure', () => {
  const kinds: [string, PdfOptions][] = [
    ['a table', {}],
    ['a cross-reference stream and object streams', { xref: 'stream' }],
    ['a hybrid', { xref: 'hybrid' }],
    ['a linearized file', { xref: 'linearized' }],
    ['updates', { updates: 3 }],
    ['updates of streams', { updates: 2, xref: 'stream' }],
    ['a careless tree', { carelessTree: true }],
    ['inheritance', { inherit: true, rotate: 90 }],
    ['carriage returns', { lineEnds: '\r' }],
    ['something before the header', { junk: 'mail\r\n' }],
    ['something before the header that offsets count', { junk: 'mail\r\n', junkOffsets: 'file' }],
    ['no final newline', { withoutFinalNewline: true }],
    ['an indirect form', { form: 'indirect-fields', annots: 'indirect' }],
  ]
  it.each(kinds)('%s: filled, and valid for other readers', async (_, options) => {
    const base = makePdf({ pages: 2, ...options })
    const fields = [
      field,
      fieldAt('image', 'imagen', { x: 20, y: 60, width: 60, height: 60 }),
      fieldAt('signature', 'firma', { x: 20, y: 150, width: 100, height: 40, page: 2 }),
    ]
    const { bytes } = await stage.fill(base, fields, { nombre: 'Ana Ñ ☑', imagen: await pngOf(40, 40, 0.5) })
    const { outside, inside } = await stage.difference(base, bytes, fields)
    expect(outside).toBe(0)
    expect(Math.min(...inside.slice(0, 2))).toBeGreaterThan(50)
    expect(runValidator('qpdf', ['--check'], bytes)?.code ?? 0).toBe(options.carelessTree ? 3 : 0)
    expect(runValidator('mutool', ['info'], bytes)?.output ?? '').not.toMatch(/error|warning/i)
    expect(runValidator('pdfsig', [], bytes)?.output ?? 'firma').toMatch(/firma/)
  })

  it.runIf(hasValidator('qpdf'))('all output variants of qpdf', async () => {
    const base = formPdf([`/T(nombre)/FT/Tx${widget('120 270 190 290')}`])
    for (const args of [['--object-streams=generate'], ['--linearize'], ['--qdf'], ['--compress-streams=n']])
      await expectFilled(rewriteWithQpdf(args, Buffer.from(base)))
  })

  it('rewrites a damaged file as the engine reads it, deterministically', async () => {
    const whole = makePdf({ pages: 2 })
    const broken = Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
    const first = await expectFilled(broken)
    const second = await expectFilled(broken)
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
    expect(runValidator('qpdf', ['--check'], first)?.code ?? 0).toBe(0)
  })
})
