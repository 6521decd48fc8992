import { afterAll, describe, expect, it } from 'vitest'
import { buildPdf, onePagePdf, textPdf, type OnePage } from '../test/build-pdf.ts'
import { hostilePdfs } from '../test/hostile-pdfs.ts'
import { readPixels } from '../test/pixels.ts'
import { createRenderer, PdfError, type TextRect } from './renderer.ts'

const renderer = await createRenderer({ threads: 1, pageTimeoutMs: 5000 })
afterAll(() => renderer.close())

const font = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>'
/** A page whose text is `lines`, each an operand of TJ or Tj, 14 points high, downwards from 40 150. */
const page = (lines: string[], more: OnePage = {}) =>
  onePagePdf({
    mediaBox: '0 0 300 200',
    resources: font,
    content: { dictionary: '', stream: `BT /F 14 Tf 18 TL 40 150 Td ${lines.join(' T* ')} ET` },
    ...more,
  })
const search = (pdf: Uint8Array, query: string) => renderer.searchText(pdf, { query })

/** The box of the red pixels of a page, in points. */
async function redBox(pdf: Uint8Array): Promise<TextRect> {
  const dpi = 144
  const image = await renderer.renderPage(pdf, { page: 1, dpi, format: 'png' })
  const { width, height } = image
  const at = await readPixels(image.bytes)
  const xs: number[] = []
  const ys: number[] = []
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [r, g] = at((x + 0.5) / width, (y + 0.5) / height)
      if (r < 200 || g > 120) continue
      xs.push(x)
      ys.push(y)
    }
  }
  const points = (pixels: number) => (pixels * 72) / dpi
  const left = points(Math.min(...xs))
  const top = points(Math.min(...ys))
  return { x: left, y: top, width: points(Math.max(...xs) + 1) - left, height: points(Math.max(...ys) + 1) - top }
}

/** `rect` covers the ink of a word of 14 points and is no larger than its line. */
function expectCovers(rect: TextRect, ink: TextRect): void {
  const slack = 0.75
  expect(rect.x).toBeLessThanOrEqual(ink.x + slack)
  expect(rect.y).toBeLessThanOrEqual(ink.y + slack)
  expect(rect.x + rect.width).toBeGreaterThanOrEqual(ink.x + ink.width - slack)
  expect(rect.y + rect.height).toBeGreaterThanOrEqual(ink.y + ink.height - slack)
  expect(rect.width).toBeLessThan(ink.width + 14)
  expect(rect.height).toBeLessThan(ink.height + 14)
}

const redWord = ['(Antes) Tj', '(un ) Tj 1 0 0 rg (hallazgo) Tj 0 g ( y mas) Tj', '(Fin) Tj']

describe('searching pages', () => {
  it.each([
    ['plain', {}],
    ['turned by 90', { page: '/Rotate 90' }],
    ['turned by 180', { page: '/Rotate 180' }],
    ['turned by 270', { page: '/Rotate 270' }],
    ['cropped', { page: '/CropBox[30 50 260 190]' }],
    ['cropped and turned', { page: '/CropBox[30 50 260 190]/Rotate 90' }],
    ['with an origin elsewhere', { mediaBox: '-100 -20 200 180' }],
  ] as const)('finds the place of a word on a page that is %s', async (_name, more) => {
    const pdf = page(redWord, more)
    const { hits, hasText, more: others } = await search(pdf, 'HALLAZGO')
    expect({ hits: hits.length, hasText, others }).toEqual({ hits: 1, hasText: true, others: false })
    expect(hits[0]!.rects).toHaveLength(1)
    expectCovers(hits[0]!.rects[0]!, await redBox(pdf))
    // The engine reads a line left to right as displayed, for any rotation of the letters.
    expect(hits[0]!.snippet.split(' ').toSorted().join(' ')).toBe('Antes Fin hallazgo mas un y')
    expect(hits[0]!.snippet.slice(hits[0]!.start, hits[0]!.end)).toBe('hallazgo')
  })

  it('ignores accents in text and query', async () => {
    const pdf = page(['(Acta de mediaci\\363n y se\\361al) Tj'])
    for (const query of ['mediación', 'MEDIACION', 'señal', 'senal'])
      expect((await search(pdf, query)).hits).toHaveLength(1)
  })

  it('finds text across lines, with one rectangle per line', async () => {
    const pdf = page(['(el acuerdo) Tj', '(total de las partes) Tj'])
    const [hit] = (await search(pdf, 'acuerdo total')).hits
    expect(hit!.rects).toHaveLength(2)
    expect(hit!.rects[1]!.y).toBeGreaterThan(hit!.rects[0]!.y)
    expect(hit!.rects[1]!.x).toBeLessThan(hit!.rects[0]!.x)
  })

  it('finds hyphenated words, with one rectangle per line', async () => {
    const pdf = page(['(el centro de media-) Tj', '(cion de la ciudad) Tj'])
    const [hit] = (await search(pdf, 'mediación')).hits
    expect(hit!.rects).toHaveLength(2)
    expect((await search(pdf, 'media-cion')).hits).toHaveLength(1)
  })

  it('finds ligatures by their letters', async () => {
    const map =
      '/CIDInit/ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <01> <FB01> endbfchar endcmap end end'
    const pdf = page(['(o\\001cio) Tj'], {
      resources: '/Font<</F 5 0 R>>',
      more: [
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[1/fi]>>/ToUnicode 6 0 R>>',
        { dictionary: '', stream: map },
      ],
    })
    expect((await search(pdf, 'oficio')).hits).toHaveLength(1)
  })

  it('skips text outside the displayed part of the page', async () => {
    const pdf = page(['(oculto) Tj'], { page: '/CropBox[0 0 300 100]' })
    expect(await search(pdf, 'oculto')).toEqual({ hits: [], hasText: true, more: false })
  })

  it('distinguishes a scan from a document without the word', async () => {
    expect(await search(onePagePdf({}), 'algo')).toEqual({ hits: [], hasText: false, more: false })
    expect(await search(textPdf(2), 'algo')).toEqual({ hits: [], hasText: true, more: false })
  })

  it('stops at 200 matches in page order, and reports that there are more', async () => {
    const pdf = textPdf(8)
    const { hits, more } = await search(pdf, 'PARTIES')
    expect(hits).toHaveLength(200)
    expect(more).toBe(true)
    expect(hits.map((hit) => hit.page)).toEqual(hits.map((hit) => hit.page).toSorted((a, b) => a - b))
    const all = await renderer.searchText(pdf, { query: 'page 8' })
    expect(all).toMatchObject({ more: false })
    expect(all.hits).toHaveLength(45)
    expect(all.hits.every((hit) => hit.page === 8)).toBe(true)
  })

  it('searches a long document within its time, yielding to page requests', async () => {
    const long = textPdf(400)
    const whole = renderer.searchText(long, { query: 'page 400, line 44', totalMs: 120_000 })
    const drawn = await renderer.renderPage(textPdf(1), { page: 1 })
    expect(drawn.bytes.length).toBeGreaterThan(0)
    expect((await whole).hits).toHaveLength(1)
    expect(await renderer.searchText(long, { query: 'line 44', totalMs: 0 })).toMatchObject({ more: true })
  })

  it('skips an unreadable page', async () => {
    const pdf = buildPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[9 0 R 3 0 R]/Count 2/MediaBox[0 0 300 200]/Resources<<${font}>>>>`,
      '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
      { dictionary: '', stream: 'BT /F 14 Tf 40 150 Td (sigue) Tj ET' },
    ])
    const { hits } = await search(pdf, 'sigue')
    expect(hits.length).toBeLessThanOrEqual(1)
  })

  it('refuses a password or a dynamic form', async () => {
    const xfa = onePagePdf({
      catalog: '/NeedsRendering true/AcroForm<</Fields[]/XFA[(template)5 0 R]>>',
      more: ['<<>>'],
    })
    await expect(search(xfa, 'a')).rejects.toMatchObject({ code: 'pdf_xfa' })
  })

  it.each(Object.keys(hostilePdfs))('survives %s', async (name) => {
    const found = await search(hostilePdfs[name]!(), 'acta').catch((error: unknown) => error)
    if (found instanceof Error) expect(found).toBeInstanceOf(PdfError)
    expect((await search(page(redWord), 'hallazgo')).hits).toHaveLength(1)
  })
})
