import { afterAll, describe, expect, it } from 'vitest'
import { onePagePdf, textPdf, type OnePage } from '../test/build-pdf.ts'
import { readPixels } from '../test/pixels.ts'
import { safeAddress } from './page-links.ts'
import type { TextLine } from './page-text.ts'
import { createRenderer, PdfError } from './renderer.ts'

const renderer = await createRenderer({ threads: 1, pageTimeoutMs: 5000 })
afterAll(() => renderer.close())

const fonts = '<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>'
const page = (stream: string, more: OnePage = {}) =>
  onePagePdf({ mediaBox: '0 0 300 200', resources: `/Font${fonts}`, content: { dictionary: '', stream }, ...more })
const textOf = async (pdf: Uint8Array) => await renderer.pageText(pdf, 1)
const linesOf = async (pdf: Uint8Array) => {
  const { lines } = await textOf(pdf)
  return lines.map(({ words }) => words.map(({ text }) => text).join(' '))
}

type Box = { left: number; top: number; right: number; bottom: number }

/** The box of the red pixels of a page, in points. */
async function redBox(pdf: Uint8Array): Promise<Box> {
  const image = await renderer.renderPage(pdf, { page: 1, dpi: 144, format: 'png' })
  const { width, height } = image
  const at = await readPixels(image.bytes)
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [r, g] = at((x + 0.5) / width, (y + 0.5) / height)
      if (r < 200 || g > 120) continue
      box.left = Math.min(box.left, x / 2)
      box.right = Math.max(box.right, (x + 1) / 2)
      box.top = Math.min(box.top, y / 2)
      box.bottom = Math.max(box.bottom, (y + 1) / 2)
    }
  }
  return box
}

/** The box around a word of a line, which may be turned. */
function boxOf(lines: TextLine[], wanted: string): Box {
  const line = lines.find(({ words }) => words.some(({ text }) => text === wanted))!
  const { start, width } = line.words.find(({ text }) => text === wanted)!
  const turn = (line.angle * Math.PI) / 180
  const corners = [start, start + width].flatMap((along) =>
    [0, line.height].map((across) => ({
      x: line.x + along * Math.cos(turn) - across * Math.sin(turn),
      y: line.y + along * Math.sin(turn) + across * Math.cos(turn),
    })),
  )
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

const shift = 'BT /F 14 Tf'
const places: [string, string, OnePage][] = [
  ['on a plain page', `${shift} 40 150 Td (Antes ) Tj 1 0 0 rg (hallazgo) Tj ET`, {}],
  ['on a page turned by 90', `${shift} 40 150 Td (Antes ) Tj 1 0 0 rg (hallazgo) Tj ET`, { page: '/Rotate 90' }],
  ['on a page turned by 180', `${shift} 40 150 Td 1 0 0 rg (hallazgo) Tj ET`, { page: '/Rotate 180' }],
  ['on a page turned by 270', `${shift} 40 150 Td (Antes ) Tj 1 0 0 rg (hallazgo) Tj ET`, { page: '/Rotate 270' }],
  ['on a cropped page', `${shift} 40 150 Td 1 0 0 rg (hallazgo) Tj ET`, { page: '/CropBox[30 50 260 190]' }],
  [
    'on a cropped, turned page',
    `${shift} 40 150 Td 1 0 0 rg (hallazgo) Tj ET`,
    { page: '/CropBox[30 50 260 190]/Rotate 90' },
  ],
  ['on a page with another origin', `${shift} 40 150 Td 1 0 0 rg (hallazgo) Tj ET`, { mediaBox: '-100 -20 200 180' }],
  ['upwards', `${shift} 0 1 -1 0 100 40 Tm 1 0 0 rg (hallazgo) Tj ET`, {}],
  ['level on a turned page', `${shift} 0 1 -1 0 100 40 Tm 1 0 0 rg (hallazgo) Tj ET`, { page: '/Rotate 90' }],
  ['scaled', 'BT /F 1 Tf 18 0 0 14 40 100 Tm 1 0 0 rg (hallazgo) Tj ET', {}],
]

describe('the text of a page', () => {
  it.each(places)('has each word in its place %s', async (_name, stream, more) => {
    const pdf = page(stream, more)
    const { lines } = await textOf(pdf)
    const [box, ink] = [boxOf(lines, 'hallazgo'), await redBox(pdf)]
    const slack = 1.2
    expect(box.left).toBeLessThanOrEqual(ink.left + slack)
    expect(box.top).toBeLessThanOrEqual(ink.top + slack)
    expect(box.right).toBeGreaterThanOrEqual(ink.right - slack)
    expect(box.bottom).toBeGreaterThanOrEqual(ink.bottom - slack)
    expect(box.right - box.left).toBeLessThan(ink.right - ink.left + 12)
    expect(box.bottom - box.top).toBeLessThan(ink.bottom - ink.top + 12)
  })

  it('has its lines and words in order', async () => {
    const { lines } = await renderer.pageText(textPdf(2), 2)
    expect(lines).toHaveLength(45)
    const text = lines[44]!.words.map((word) => word.text).join(' ')
    expect(text).toBe('Page 2, line 44: the parties agree to what is written here and to nothing beyond it.')
  })

  it('reads what fills a gap with its line, and the value of a form field after its label', async () => {
    const gap = `${shift} 20 150 Td (El ) Tj 150 0 Td (comparece) Tj ET ${shift} 20 120 Td (Fin) Tj ET ${shift} 60 150 Td (Juan) Tj ET`
    expect(await linesOf(page(gap))).toEqual(['El Juan comparece', 'Fin'])
    const appearance = `/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font${fonts}>>`
    const field = '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Rosa)/F 4/Rect[90 145 190 165]/AP<</N 6 0 R>>>>'
    const form = page(`${shift} 20 150 Td (Nombre:) Tj 0 -40 Td (Fin) Tj ET`, {
      page: '/Annots[5 0 R]',
      catalog: '/AcroForm<</Fields[5 0 R]>>',
      more: [field, { dictionary: appearance, stream: 'BT /F 12 Tf 2 5 Td (Rosa) Tj ET' }],
    })
    expect(await linesOf(form)).toEqual(['Nombre:', 'Rosa', 'Fin'])
    // Reading the text does not change what is drawn later.
    const [first, second] = [await renderer.renderPage(form, { page: 1 }), await renderer.renderPage(form, { page: 1 })]
    expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true)
  })

  it('is empty for a picture, and omits text that the page does not show', async () => {
    expect(await textOf(onePagePdf({}))).toEqual({ lines: [], links: [] })
    expect(await linesOf(page(`${shift} 40 100 Td (visto) Tj 3 Tr ( oculto) Tj ET`))).toEqual(['visto'])
    expect(await linesOf(page(`${shift} 40 100 Td (visto) Tj 0 400 Td (fuera) Tj ET`))).toEqual(['visto'])
  })

  it('includes the invisible text over the picture of a scan', async () => {
    const picture = '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8'
    const scan = page(`q 300 0 0 200 0 0 cm /I Do Q ${shift} 3 Tr 40 100 Td (escaneado) Tj ET`, {
      resources: `/Font${fonts}/XObject<</I 5 0 R>>`,
      more: [{ dictionary: picture, stream: 'x' }],
    })
    expect(await linesOf(scan)).toEqual(['escaneado'])
  })

  it('is measured in points on a page with its own unit', async () => {
    const [plain, doubled] = [
      page(`${shift} 40 100 Td (metro) Tj ET`),
      page(`${shift} 40 100 Td (metro) Tj ET`, { page: '/UserUnit 2' }),
    ]
    const [{ lines: one }, { lines: two }] = [await textOf(plain), await textOf(doubled)]
    expect(two[0]!.x).toBeCloseTo(one[0]!.x * 2)
    expect(two[0]!.words[0]!.width).toBeCloseTo(one[0]!.words[0]!.width * 2)
  })

  it('is refused for a page that is not there', async () => {
    const error: unknown = await renderer.pageText(page(''), 2).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(PdfError)
    expect((error as PdfError).code).toBe('page_not_found')
  })
})

describe('the links of a page', () => {
  const link = (action: string) => `<</Type/Annot/Subtype/Link/Rect[40 145 120 165]/A<<${action}>>>>`
  const withLinks = (...actions: string[]) =>
    page('', {
      page: `/Annots[${actions.map((_, index) => `${index + 5} 0 R`).join(' ')}]`,
      more: actions.map(link),
    })

  it('lead to the web and to mailboxes', async () => {
    const uris = ['https://foja.test/a?b=1', 'mailto:sala@foja.test', 'HTTP://FOJA.test']
    const { links } = await textOf(withLinks(...uris.map((uri) => `/S/URI/URI(${uri})`)))
    expect(links).toMatchObject([
      { url: 'https://foja.test/a?b=1' },
      { url: 'mailto:sala@foja.test' },
      { url: 'http://foja.test/' },
    ])
    expect(links[0]).toMatchObject({ x: 40, y: 35, width: 80, height: 20 })
  })

  it('lead to pages of the document, by action, destination and name', async () => {
    const { links } = await textOf(
      page('', {
        catalog: '/Dests<</anexo[8 0 R/Fit]>>',
        page: '/Annots[5 0 R 6 0 R 7 0 R 9 0 R 10 0 R]',
        more: [
          link('/S/GoTo/D[3 0 R/XYZ 0 200 0]'),
          '<</Type/Annot/Subtype/Link/Rect[40 145 120 165]/Dest[8 0 R/Fit]>>',
          link('/S/GoTo/D/anexo'),
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>',
          link('/S/GoTo/D/falta'),
          link('/S/GoToR/F(otro.pdf)/D[0/Fit]'),
        ],
        pages: '3 0 R 8 0 R',
      }),
    )
    expect(links.map((one) => 'page' in one && one.page)).toEqual([1, 2, 2])
    expect(links[0]).toMatchObject({ x: 40, y: 35, width: 80, height: 20 })
  })

  it('omit scripts, files and other protocols', async () => {
    const uris = ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'relativa.html', 'ftp://foja.test']
    const others = ['/S/Launch/F(a.exe)', '/S/JavaScript/JS(app.alert)']
    const { links } = await textOf(withLinks(...uris.map((uri) => `/S/URI/URI(${uri})`), ...others))
    expect(links).toEqual([])
    expect(safeAddress(`https://foja.test/${'a'.repeat(3000)}`)).toBeNull()
  })
})
