import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { textPdf } from '../test/build-pdf.ts'
import { photograph } from '../test/pixels.ts'
import { scanOf, scanPdf, type Scan, type ScanPdf } from '../test/scan.ts'
import { createRenderer } from './renderer.ts'

const renderer = await createRenderer({ threads: 1 })
const page = await renderer.renderPage(textPdf(1), { page: 1, dpi: 75, format: 'png' })
const scan = await scanOf(page.bytes)
const shades = { ...scan, jpeg: await sharp(scan.jpeg).toColourspace('b-w').jpeg().toBuffer() }
afterAll(() => renderer.close())

const render = (pdf: Uint8Array, dpi?: number, format?: 'png' | 'jpeg') =>
  renderer.renderPage(Uint8Array.from(pdf), { page: 1, ...(dpi && { dpi }), ...(format && { format }) })

/** Maximum difference between two pictures of the same size, of 255. */
async function difference(a: Uint8Array, b: Uint8Array): Promise<number> {
  const read = (bytes: Uint8Array) =>
    sharp(bytes, { ignoreIcc: true }).toColourspace('srgb').removeAlpha().raw().toBuffer()
  const [first, second] = await Promise.all([read(a), read(b)])
  expect(first.length).toBe(second.length)
  return first.reduce((most, value, at) => Math.max(most, Math.abs(value - (second[at] ?? 0))), 0)
}

describe('a page that is a single scanned picture', () => {
  const kinds: [string, (given: Scan) => Promise<Scan> | Scan, ScanPdf?][] = [
    ['in one pass', (given) => given],
    [
      'progressive',
      async (given) => ({ ...given, jpeg: await sharp(given.jpeg).jpeg({ progressive: true }).toBuffer() }),
    ],
    ['in grey', () => shades, { colour: 'DeviceGray' }],
    [
      'that tells another turn and another profile',
      async (given) => ({
        ...given,
        jpeg: await sharp(given.jpeg).withIccProfile('p3').withMetadata({ orientation: 3 }).jpeg().toBuffer(),
      }),
    ],
    ['cropped to the picture', (given) => given, { mediaBox: '-40 -60 700 900', page: '/CropBox[0 0 310 438.5]' }],
    [
      'in a page that has a group and an empty list of notes',
      (given) => given,
      { page: '/Annots[]/Group<</S/Transparency/CS/DeviceRGB>>' },
    ],
  ]
  it.each(kinds)('is passed through, and matches what the engine draws: %s', async (_, make, options) => {
    const given = await make(scan)
    const pdf = scanPdf(given, options)
    const [passed, asJpeg, drawn] = [await render(pdf), await render(pdf, 110, 'jpeg'), await render(pdf, 144, 'png')]
    expect(passed).toMatchObject({ mime: 'image/jpeg', width: given.width, height: given.height })
    expect(asJpeg.bytes).toEqual(passed.bytes)
    expect(drawn).toMatchObject({ mime: 'image/png', width: given.width, height: given.height })
    expect(await sharp(passed.bytes).metadata()).not.toHaveProperty('orientation')
    expect(await difference(passed.bytes, drawn.bytes)).toBeLessThan(4)
  })

  it('is found in any page of many', async () => {
    const page = scanPdf(scan)
    const text = Buffer.from(page).toString('latin1')
    expect(text).toContain('/Kids[3 0 R]/Count 1')
    const twice = Buffer.from(text.replace('/Kids[3 0 R]/Count 1', '/Kids[3 0 R 3 0 R]/Count 2'), 'latin1')
    const second = await renderer.renderPage(twice, { page: 2 })
    expect(second).toMatchObject({ mime: 'image/jpeg' })
    expect(second.bytes).toEqual((await render(page)).bytes)
  })
})

const gradient = '<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>'
const picture = (given: Scan, entries: string) => ({
  dictionary: `/Type/XObject/Subtype/Image/Width ${given.width}/Height ${given.height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode${entries}`,
  stream: shades.jpeg,
})
const content = (stream: string) => ({ content: { dictionary: '', stream } })
const layer = '<</Type/OCG/Name(x)>>'
const fill = 'q 310 0 0 438.5 0 0 cm /I Do Q'

describe('instead of passing the scan through, the renderer draws', () => {
  const pages: [string, () => ScanPdf][] = [
    ['with a line on it', () => content(`${fill} 0 0 m 500 500 l S`)],
    [
      'with a word on it',
      () => ({
        resources: '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>',
        ...content(`${fill} BT /F 9 Tf 90 90 Td (x) Tj ET`),
      }),
    ],
    ['twice', () => content(`${fill} ${fill}`)],
    ['smaller than the page', () => content('q 250 0 0 350 20 30 cm /I Do Q')],
    ['larger than the page', () => content('q 620 0 0 877 0 0 cm /I Do Q')],
    ['upside down', () => content('q 310 0 0 -438.5 0 438.5 cm /I Do Q')],
    ['as in a mirror', () => content('q -310 0 0 438.5 595 0 cm /I Do Q')],
    ['slanted', () => content('q 310 0 90 438.5 0 0 cm /I Do Q')],
    ['through a hole', () => content('q 100 100 300 300 re W n 310 0 0 438.5 0 0 cm /I Do Q')],
    [
      'as part of a layer',
      () => ({ resources: '/Properties<</L 6 0 R>>', more: [layer], ...content(`/OC /L BDC ${fill} EMC`) }),
    ],
    ['on a turned page', () => ({ page: '/Rotate 180' })],
    ['on a page of another shape', () => ({ mediaBox: '0 0 310 300', ...content('q 310 0 0 300 0 0 cm /I Do Q') })],
    ['with a note on the page', () => ({ page: '/Annots[<</Type/Annot/Subtype/Square/IC[1 0 0]/Rect[0 0 200 40]>>]' })],
    ['with its colours turned round', () => ({ entries: '/Decode[1 0 1 0 1 0]' })],
    ['with a colour left out', () => ({ entries: '/Mask[0 9 0 9 0 9]' })],
    ['with a soft mask', () => ({ entries: '/SMask 6 0 R', more: [picture(scan, '')] })],
    ['with a stencil', () => ({ entries: '/Mask 6 0 R', more: [picture(scan, '/ImageMask true')] })],
    ['of a layer', () => ({ entries: '/OC 6 0 R', more: [layer] })],
    ['decoded with a hint', () => ({ entries: '/DecodeParms<</ColorTransform 0>>' })],
    ['in colours of a profile', () => ({ resources: '/ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[1 1 1]>>]>>' })],
    [
      'through a curve',
      () => ({
        resources: `/ExtGState<</G<</TR ${gradient}>>>>`,
        ...content('q /G gs 310 0 0 438.5 0 0 cm /I Do Q'),
      }),
    ],
    ['as glass', () => ({ resources: '/ExtGState<</G<</ca .5>>>>', ...content(`/G gs ${fill}`) })],
  ]
  it.each(pages)('%s', async (_, options) => {
    const pdf = scanPdf(scan, options())
    expect(await render(pdf)).toMatchObject({ mime: 'image/webp' })
  })

  it('a page that shows an inline image and only names another', async () => {
    const own = Buffer.from(await photograph(24, 34)).toString('hex')
    const inline = `q 310 0 0 438.5 0 0 cm BI /W 24 /H 34 /CS /RGB /BPC 8 /F [/AHx /DCT] ID ${own}> EI Q`
    expect(await render(scanPdf(scan, content(inline)))).toMatchObject({ mime: 'image/webp' })
  })

  it('a picture with a colour profile, or with a wrong size', async () => {
    expect(
      await render(scanPdf(scan, { colour: '[/ICCBased 6 0 R]', more: [{ dictionary: '/N 3', stream: '' }] })),
    ).toMatchObject({ mime: 'image/webp' })
    for (const wrong of [{ width: scan.width - 40 }, { height: scan.height + 40 }, { width: 1, height: 1 }])
      expect(await render(scanPdf({ ...scan, ...wrong }))).toMatchObject({ mime: 'image/webp' })
  })

  it.each([0.3, 0.7, 0.999])('a JPEG cut at %s', async (share) => {
    const cut = { ...scan, jpeg: scan.jpeg.subarray(0, Math.floor(scan.jpeg.length * share)) }
    expect(await render(scanPdf(cut))).toMatchObject({ mime: 'image/webp' })
  })

  it('a picture with too few dots, or with far more bytes than a drawing', async () => {
    expect(await render(scanPdf(scan), 200)).toMatchObject({ mime: 'image/webp', width: 861, height: 1218 })
    expect(await render(scanPdf(scan), 56)).toMatchObject({ mime: 'image/webp', width: 241, height: 341 })
    const heavy = { jpeg: await photograph(1654, 2339), width: 1654, height: 2339 }
    expect(await render(scanPdf(heavy, { dpi: 200 }))).toMatchObject({ mime: 'image/webp', width: 910, height: 1286 })
  })

  it('a page requested as lossless', async () => {
    expect(await render(scanPdf(scan), 110, 'png')).toMatchObject({ mime: 'image/png', width: 474, height: 670 })
  })
})
