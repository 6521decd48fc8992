import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { buildPdf, onePagePdf, signedWidgetPdf, textPdf } from '../test/build-pdf.ts'
import { photograph, readPixels } from '../test/pixels.ts'
import { createRenderer, type PdfError } from './renderer.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf renderer '))
const renderer = await createRenderer()
afterAll(async () => {
  await renderer.close()
  rmSync(folder, { recursive: true, force: true })
})

const white = [255, 255, 255]
const red = [255, 0, 0]
const blackSquare = onePagePdf({})

describe('inspect', () => {
  it('returns sizes with CropBox and /Rotate applied', async () => {
    const pdf = buildPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3/MediaBox[0 0 612 792]>>',
      '<</Type/Page/Parent 2 0 R>>',
      '<</Type/Page/Parent 2 0 R/CropBox[10 20 310.5 420]/Rotate 90>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[-50 -50 50 150]/Rotate -180>>',
    ])
    expect(await renderer.inspect(pdf)).toEqual({
      pages: 3,
      sizes: [
        { page: 1, width: 612, height: 792 },
        { page: 2, width: 400, height: 300.5 },
        { page: 3, width: 100, height: 200 },
      ],
      encrypted: false,
      xfa: false,
      repaired: false,
    })
  })

  it('reports XFA, and refuses to draw only a dynamic form', async () => {
    const xfa = (root: string) =>
      onePagePdf({ catalog: `${root}/AcroForm<</Fields[]/XFA[(template)5 0 R]>>`, more: ['<<>>'] })
    expect(await renderer.inspect(xfa(''))).toMatchObject({ xfa: true })
    await expect(renderer.renderPage(xfa(''), { page: 1 })).resolves.toMatchObject({ mime: 'image/webp' })
    expect(await renderer.inspect(xfa('/NeedsRendering true'))).toMatchObject({ xfa: true })
    await expect(renderer.renderPage(xfa('/NeedsRendering true'), { page: 1 })).rejects.toMatchObject({
      code: 'pdf_xfa',
    })
  })

  it('reports that a password is needed', async () => {
    const zeros = '00'.repeat(32)
    const locked = onePagePdf({
      trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${zeros}>/U<${zeros}>>>`,
    })
    await expect(renderer.inspect(locked)).rejects.toMatchObject({ name: 'PdfError', code: 'pdf_password' })
  })

  const hasQpdf = spawnSync('qpdf', ['--version']).status === 0
  it.runIf(hasQpdf)('opens encrypted files without a user password', async () => {
    const [plain, owner, user] = ['plain.pdf', 'owner.pdf', 'user.pdf'].map((name) => join(folder, name))
    writeFileSync(plain!, blackSquare)
    execFileSync('qpdf', ['--encrypt', '', 'secret', '256', '--', plain!, owner!])
    execFileSync('qpdf', ['--encrypt', 'open', 'secret', '256', '--', plain!, user!])
    expect(await renderer.inspect({ path: owner! })).toMatchObject({ pages: 1, encrypted: true })
    await expect(renderer.inspect({ path: user! })).rejects.toMatchObject({ code: 'pdf_password' })
  })
})

describe('renderPage', () => {
  it.each(['webp', 'png', 'jpeg'] as const)('draws the page as %s', async (format) => {
    const image = await renderer.renderPage(blackSquare, { page: 1, dpi: 72, format })
    expect(image).toMatchObject({ width: 200, height: 100, mime: `image/${format}` })
    const at = await readPixels(image.bytes)
    expect(Math.max(...at(0.25, 0.5))).toBeLessThan(8)
    expect(Math.min(...at(0.75, 0.5))).toBeGreaterThan(247)
  })

  it('rotates the page by /Rotate', async () => {
    const image = await renderer.renderPage(onePagePdf({ page: '/Rotate 90' }), { page: 1, dpi: 72 })
    expect(image).toMatchObject({ width: 100, height: 200 })
    const at = await readPixels(image.bytes)
    expect(at(0.5, 0.25)).toEqual([0, 0, 0])
    expect(at(0.5, 0.75)).toEqual(white)
  })

  it.each([true, false])('draws a signature widget (listed in the form: %s)', async (inFields) => {
    const at = await readPixels((await renderer.renderPage(signedWidgetPdf({ inFields }), { page: 1 })).bytes)
    expect(at(0.22, 0.35)).toEqual(red)
    expect(at(0.75, 0.75)).toEqual(red)
    expect(at(0.1, 0.5)).toEqual(white)
  })

  it('draws the value of a field without an appearance, and no hidden annotation', async () => {
    const pdf = onePagePdf({
      content: { dictionary: '', stream: '' },
      page: '/Annots[5 0 R 6 0 R]',
      catalog:
        '/AcroForm<</Fields[5 0 R]/NeedAppearances true/DA(/F 40 Tf 1 0 0 rg)/DR<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
      more: [
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(MMMMM)/F 4/Rect[0 50 200 100]/DA(/F 40 Tf 1 0 0 rg)>>',
        '<</Type/Annot/Subtype/Square/F 2/IC[1 0 0]/Rect[0 0 200 40]>>',
      ],
    })
    const at = await readPixels((await renderer.renderPage(pdf, { page: 1 })).bytes)
    const row = (y: number) => Array.from({ length: 200 }, (_, x) => at(x / 200, y))
    expect(row(0.25).filter(([r, g]) => r > 200 && g < 100).length).toBeGreaterThan(10)
    expect(row(0.8).every((pixel) => pixel.every((part) => part === 255))).toBe(true)
  })

  it('keeps a text page small and lossless', async () => {
    const pdf = textPdf(2)
    const webp = await renderer.renderPage(pdf, { page: 2 })
    const png = await renderer.renderPage(pdf, { page: 2, format: 'png' })
    expect(webp).toMatchObject({ width: 909, height: 1286 })
    expect(webp.bytes.byteLength).toBeLessThan(100_000)
    const [a, b] = await Promise.all([readPixels(webp.bytes), readPixels(png.bytes)])
    for (let i = 0; i < 2000; i++) expect(a((i % 40) / 40, i / 2000)).toEqual(b((i % 40) / 40, i / 2000))
  })

  it('uses lossy encoding for a photographic page', async () => {
    const jpeg = await photograph(1200, 1600)
    const pdf = onePagePdf({
      mediaBox: '0 0 600 800',
      resources: '/XObject<</I 5 0 R>>',
      content: { dictionary: '', stream: '600 0 0 800 0 0 cm /I Do' },
      more: [
        {
          dictionary:
            '/Type/XObject/Subtype/Image/Width 1200/Height 1600/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
          stream: jpeg,
        },
      ],
    })
    const lossy = await renderer.renderPage(pdf, { page: 1 })
    const exact = await renderer.renderPage(pdf, { page: 1, format: 'png' })
    expect(lossy).toMatchObject({ width: 917, height: 1222, mime: 'image/webp' })
    expect(lossy.bytes.byteLength).toBeLessThan(exact.bytes.byteLength / 4)
    const [a, b] = await Promise.all([readPixels(lossy.bytes), readPixels(exact.bytes)])
    for (const spot of [0.1, 0.5, 0.9]) {
      a(spot, spot).forEach((part, index) => expect(Math.abs(part - b(spot, spot)[index]!)).toBeLessThan(32))
    }
  })

  it('reads a path by itself and leaves given bytes intact', async () => {
    const path = join(folder, 'with spaces and ñ.pdf')
    writeFileSync(path, blackSquare)
    const before = Buffer.from(blackSquare)
    const [fromPath, fromBytes] = [
      await renderer.renderPage({ path }, { page: 1 }),
      await renderer.renderPage(blackSquare, { page: 1 }),
    ]
    expect(fromPath).toEqual(fromBytes)
    expect(before.equals(blackSquare)).toBe(true)
    await expect(renderer.inspect({ path: join(folder, 'missing') })).rejects.toMatchObject({
      code: 'render_failed',
      message: 'The file cannot be read (ENOENT)',
    })
  })

  it('draws page after page of a file, and the new bytes after the file changed', async () => {
    const path = join(folder, 'changing.pdf')
    writeFileSync(path, textPdf(3))
    const pages = []
    for (const page of [1, 2, 3, 1]) pages.push((await renderer.renderPage({ path }, { page })).bytes)
    expect(pages[3]).toEqual(pages[0])
    expect(new Set(pages.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(3)
    await expect(renderer.renderPage({ path }, { page: 4 })).rejects.toMatchObject({ code: 'page_not_found' })
    writeFileSync(path, blackSquare)
    expect(await renderer.renderPage({ path }, { page: 1, dpi: 72 })).toMatchObject({ width: 200, height: 100 })
  })

  it.each([0, 2, -1, 1.5, Number.NaN])('refuses page %s of one', async (page) => {
    await expect(renderer.renderPage(blackSquare, { page })).rejects.toMatchObject({ code: 'page_not_found' })
  })

  it('draws at most 16 megapixels', async () => {
    const image = await renderer.renderPage(onePagePdf({ mediaBox: '0 0 9000 3000' }), { page: 1, dpi: 600 })
    expect(image.width * image.height).toBeLessThan(16_100_000)
    expect(image.width / image.height).toBeCloseTo(3, 2)
  })
})

const manuals = [
  '/usr/share/doc/libtasn1-doc/libtasn1.pdf',
  '/usr/share/doc/shared-mime-info/shared-mime-info-spec.pdf',
]
it.runIf(manuals.every((path) => existsSync(path)))('keeps pages of real manuals below 100 kB', async () => {
  for (const path of manuals) {
    for (const page of [1, 4, 9]) {
      const { bytes } = await renderer.renderPage({ path }, { page })
      expect(bytes.byteLength).toBeLessThan(100_000)
    }
  }
})

/** A program in a checkout whose path has spaces, run by Node itself instead of the test runner. */
it('runs from a path with spaces and lets the process end', () => {
  const here = dirname(fileURLToPath(import.meta.url))
  const checkout = join(folder, 'a checkout', 'src')
  cpSync(here, checkout, { recursive: true })
  // `<node_modules>/sharp/dist/index.*`: locates the workspace's dependencies.
  const entry = realpathSync(createRequire(import.meta.url).resolve('sharp'))
  const modules = entry.slice(0, entry.lastIndexOf('node_modules') + 'node_modules'.length)
  symlinkSync(modules, join(folder, 'a checkout', 'node_modules'), 'dir')
  writeFileSync(join(folder, 'a checkout', 'package.json'), '{"type":"module"}')
  const program = `
    import { createRenderer, type PdfError } from './renderer.ts'
    import { warmUpPdf } from './warm-up-pdf.ts'
    const renderer = await createRenderer()
    await renderer.ready
    const { width } = await renderer.renderPage(warmUpPdf, { page: 1, dpi: 72 })
    console.log(JSON.stringify({ width }))`
  const file = join(checkout, 'try.ts')
  writeFileSync(file, program)
  const { width } = JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 30_000 }))
  expect(width).toBe(200)
})

describe('pages ahead', () => {
  it('never make the queue refuse a task that is waited for: the oldest of them are dropped', async () => {
    const small = await createRenderer({ threads: 1, maxQueue: 2 })
    await small.ready
    const draw = (ahead: boolean) => small.renderPage(blackSquare, { page: 1, ahead: () => ahead })
    const ahead = Array.from({ length: 5 }, () => draw(true))
    const waited = [small.inspect(blackSquare), draw(false), draw(false)]
    const outcomes = await Promise.allSettled([...ahead, ...waited])
    const codes = outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as PdfError).code))
    expect(codes.slice(0, 5)).toEqual(['done', 'render_busy', 'render_busy', 'done', 'done'])
    expect(codes.slice(5)).toEqual(['done', 'done', 'render_busy'])
    await small.close()
  })
})
