import { afterAll, describe, expect, it } from 'vitest'
import { appendRevision, onePagePdf, signedWidgetPdf, textPdf } from '../test/build-pdf.ts'
import { hostilePdfs } from '../test/hostile-pdfs.ts'
import { createRenderer, type Comparison, type RevisionToCompare } from './renderer.ts'

const renderer = await createRenderer({ threads: 1, pageTimeoutMs: 5000 })
afterAll(() => renderer.close())

type Additions = RevisionToCompare['additions']
const compare = async (signed: Uint8Array, now: Uint8Array, additions: Additions = []): Promise<Comparison> =>
  (await renderer.compareRevisions(now, [{ length: signed.length, additions }]))[0]!

const content = (stream: string) => ({ dictionary: '', stream })
const font = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'
const contract = onePagePdf({
  mediaBox: '0 0 400 300',
  resources: font,
  content: content('BT /F 12 Tf 40 250 Td (The price is 100) Tj ET'),
})

/** The first page gets one more annotation with this rectangle (left, bottom, right, top) and appearance. */
const stamped = (rect: [number, number, number, number], drawing: string) =>
  appendRevision(contract, {
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<<${font}>>/Annots[5 0 R]>>`,
    5: `<</Type/Annot/Subtype/Stamp/F 4/Rect[${rect.join(' ')}]/AP<</N 6 0 R>>>>`,
    6: {
      dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 ${rect[2] - rect[0]} ${rect[3] - rect[1]}]/Resources<<${font}>>`,
      stream: drawing,
    },
  })

/** A text field of 150 by 20, at 100 from the left and 50 from the bottom, that shows `value`. */
const field = (value: string) => ({
  5: `<</Type/Annot/Subtype/Widget/FT/Tx/T(monto)/V(${value})/F 4/Rect[100 50 250 70]/AP<</N 6 0 R>>>>`,
  6: {
    dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 150 20]/Resources<<${font}>>`,
    stream: `/Tx BMC q BT /F 12 Tf 2 5 Td (${value}) Tj ET Q EMC`,
  },
})
const form = onePagePdf({
  mediaBox: '0 0 400 300',
  catalog: '/AcroForm<</Fields[5 0 R]>>',
  page: '/Annots[5 0 R]',
  content: content('0 0 0 rg 20 200 60 60 re f'),
  more: Object.values(field('')),
})
const monto = { page: 1, x: 100, y: 230, width: 150, height: 20 }

describe('no visible difference', () => {
  it('in a file whose later save changes nothing visible', async () => {
    const now = appendRevision(contract, { 5: '<</Producer(x)>>' })
    expect(await compare(contract, now)).toEqual({ compared: 1, differences: [], reason: null })
  })

  it('in a stamp inside its rectangle', async () => {
    const now = stamped([200, 100, 320, 150], '1 0 0 rg 0 0 120 50 re f')
    const place = { page: 1, x: 200, y: 150, width: 120, height: 50 }
    expect((await compare(contract, now, [place])).differences).toEqual([])
    // the same place on another page, or none, is no excuse
    expect((await compare(contract, now, [{ ...place, page: 2 }])).differences).toHaveLength(1)
    expect((await compare(contract, now)).differences).toEqual([{ page: 1, rectangle: expect.objectContaining({}) }])
  })

  it('in a field filled inside its rectangle, with its value drawn', async () => {
    const now = appendRevision(form, field('1.000.000'))
    expect((await compare(form, now)).differences).toHaveLength(1)
    expect(await compare(form, now, [monto])).toEqual({ compared: 1, differences: [], reason: null })
  })

  it('in a field with several widgets, wherever the revision has them', async () => {
    const widget = (rect: string, more = '') => `<</Type/Annot/Subtype/Widget/Parent 5 0 R/F 4/Rect[${rect}]${more}>>`
    const shown = (stream: string) => ({ dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 20 20]', stream })
    const radio = (rects: string[], on: string) => ({
      5: '<</FT/Btn/Ff 49152/T(pa\\355s)/Kids[6 0 R 7 0 R]>>',
      6: widget(rects[0]!, `/AP<</N<</a 8 0 R/Off 9 0 R>>>>/AS/${on === 'a' ? 'a' : 'Off'}`),
      7: widget(rects[1]!, `/AP<</N<</b 8 0 R/Off 9 0 R>>>>/AS/${on === 'b' ? 'b' : 'Off'}`),
      8: shown('0 0 0 rg 5 5 10 10 re f'),
      9: shown('0 0 20 20 re S'),
    })
    const rects = ['100 50 120 70', '200 50 220 70']
    const base = onePagePdf({
      catalog: '/AcroForm<</Fields[5 0 R]>>',
      page: '/Annots[6 0 R 7 0 R]/Rotate 180',
      mediaBox: '0 0 400 300',
      more: Object.values(radio(rects, 'a')),
    })
    const now = appendRevision(base, radio(rects, 'b'))
    const found = async (after: Uint8Array, fields: string[]) =>
      (await renderer.compareRevisions(after, [{ length: base.length, additions: [], fields }]))[0]!.differences.length
    expect(await found(now, ['otro'])).toBe(2)
    expect(await found(now, ['país'])).toBe(0)
    // a widget that moved is compared at its current place
    expect(await found(appendRevision(base, radio([rects[0]!, '300 50 320 70'], 'b')), ['país'])).toBe(1)
  })

  it('in a rotated and cropped page with a user unit, with its stamp at its displayed place', async () => {
    const turned = '/Rotate 90/CropBox[50 50 150 250]/UserUnit 2'
    const base = onePagePdf({ mediaBox: '0 0 200 300', page: turned })
    const now = appendRevision(base, {
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 4 0 R/Resources<<>>${turned}/Annots[5 0 R]>>`,
      5: '<</Type/Annot/Subtype/Stamp/F 4/Rect[60 60 80 100]/AP<</N 6 0 R>>>>',
      6: { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 20 40]', stream: '1 0 0 rg 0 0 20 40 re f' },
    })
    expect((await compare(base, now)).differences).toEqual([
      { page: 1, rectangle: { x: 20, y: 20, width: 80, height: 40 } },
    ])
    expect((await compare(base, now, [{ page: 1, x: 20, y: 20, width: 80, height: 40 }])).differences).toEqual([])
  })
})

describe('a visible difference', () => {
  it('in a page with replaced content', async () => {
    const now = appendRevision(contract, { 4: content('BT /F 12 Tf 40 250 Td (The price is 900) Tj ET') })
    const { differences, reason } = await compare(contract, now, [monto])
    expect(reason).toBeNull()
    expect(differences).toHaveLength(1)
    const { page, rectangle } = differences[0]!
    // only the one digit
    expect(page).toBe(1)
    expect(rectangle!.x).toBeGreaterThan(90)
    expect(rectangle!.y).toBeGreaterThan(35)
    expect(rectangle!.width).toBeLessThan(10)
  })

  it('in a text five points outside the rectangle of an addition', async () => {
    const now = stamped([200, 80, 320, 150], '1 0 0 rg 0 20 120 50 re f 0 g BT /F 6 Tf 40 9 Td (plus 900) Tj ET')
    const stamp = { page: 1, x: 200, y: 150, width: 120, height: 50 }
    const { differences } = await compare(contract, now, [stamp])
    expect(differences).toHaveLength(1)
    expect(differences[0]!.rectangle!.y).toBeGreaterThan(202)
  })

  it('in a comma changed to a point in a text of six points', async () => {
    const small = (text: string) => content(`BT /F 6 Tf 40 250 Td (${text}) Tj ET`)
    const base = appendRevision(contract, { 4: small('1,000') })
    expect((await compare(base, appendRevision(base, { 4: small('1.000') }))).differences).toHaveLength(1)
  })

  it('in the appearance of a signature field, and in content hidden by a widget', async () => {
    const base = signedWidgetPdf()
    const other = { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 120 50]', stream: '0 0 1 rg 0 0 120 50 re f' }
    expect((await compare(base, appendRevision(base, { 6: other }))).differences).toHaveLength(1)
  })

  it('in an added page, a removed page and a resized page', async () => {
    const two = textPdf(2)
    const kids = (list: string, count: number) =>
      `<</Type/Pages/Kids[${list}]/Count ${count}/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>>>`
    const less = appendRevision(two, { 2: kids('4 0 R', 1) })
    expect(await compare(two, less)).toEqual({ compared: 1, differences: [{ page: 2, rectangle: null }], reason: null })
    const more = appendRevision(two, { 2: kids('4 0 R 6 0 R 4 0 R', 3) })
    expect((await compare(two, more)).differences).toEqual([{ page: 3, rectangle: null }])
    const taller = appendRevision(two, { 4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 843]/Contents 5 0 R>>' })
    expect((await compare(two, taller)).differences).toEqual([{ page: 1, rectangle: null }])
  })

  it('in a page that could be drawn when it was signed and cannot now', async () => {
    const now = appendRevision(textPdf(2), { 6: 'null' })
    expect((await compare(textPdf(2), now)).differences).toEqual([{ page: 2, rectangle: null }])
  })
})

describe('comparing several revisions', () => {
  it('compares all in one run, each with its own additions', async () => {
    const second = stamped([200, 100, 320, 150], '1 0 0 rg 0 0 120 50 re f')
    const now = appendRevision(second, { 7: '<<>>' })
    const stamp = { page: 1, x: 200, y: 150, width: 120, height: 50 }
    const [first, last] = await renderer.compareRevisions(now, [
      { length: contract.length, additions: [stamp] },
      { length: second.length, additions: [] },
    ])
    expect([first, last]).toEqual([1, 2].map(() => ({ compared: 1, differences: [], reason: null })))
  })

  it('skips those above the limit and reports it', async () => {
    const one = { length: contract.length, additions: [] }
    const found = await renderer.compareRevisions(contract, [one, one, one], { maxRevisions: 2 })
    expect(found.map(({ compared, reason }) => [compared, reason])).toEqual([
      [1, null],
      [1, null],
      [0, 'limits'],
    ])
  })
})

describe('skipped comparisons', () => {
  const long = textPdf(60)

  it('of pages above the limit', async () => {
    const now = appendRevision(long, { 200: '<<>>' })
    expect(await compare(long, now)).toEqual({ compared: 50, differences: [], reason: 'limits' })
    const [all] = await renderer.compareRevisions(now, [{ length: long.length, additions: [] }], { maxPages: 60 })
    expect(all).toEqual({ compared: 60, differences: [], reason: null })
  })

  it('of pages not reached in time', async () => {
    const limits = { totalMs: 0, partMs: 0 }
    const [found] = await renderer.compareRevisions(long, [{ length: long.length, additions: [] }], limits)
    expect(found).toMatchObject({ differences: [], reason: 'time' })
    expect(found!.compared).toBeLessThan(50)
  })

  it('of a page that cannot be drawn in either revision', async () => {
    const broken = onePagePdf({ page: '/Kids[]' })
    const unreadable = appendRevision(broken, { 3: '42' })
    expect(await compare(unreadable, appendRevision(unreadable, { 9: '<<>>' }))).toEqual({
      compared: 0,
      differences: [],
      reason: 'cannot_be_drawn',
    })
  })

  it('of a revision that cannot be opened', async () => {
    const [found] = await renderer.compareRevisions(contract, [{ length: 20, additions: [] }])
    expect(found).toEqual({ compared: 0, differences: [], reason: 'cannot_be_drawn' })
  })

  it.each(Object.keys(hostilePdfs))('of a hostile file, without affecting others: %s', async (name) => {
    const bytes = hostilePdfs[name]!()
    const [found] = await renderer.compareRevisions(bytes, [{ length: bytes.length, additions: [] }])
    expect(['cannot_be_drawn', 'limits', 'time', null]).toContain(found!.reason)
    expect(found!.differences).toEqual([])
    expect(await compare(contract, contract)).toMatchObject({ compared: 1, reason: null })
  })
})
