import { describe, expect, it } from 'vitest'
import type { Box } from '@foja/pdf-core/geometry'
import { readPdf } from '../pdf/file.ts'
import { findPage } from '../pdf/pages.ts'
import { newWorkBudget } from '../work-budget.ts'
import { textBoxes } from './appearance/text-boxes.ts'
import { coversMostOf, coversText, unionArea } from './compare-cover.ts'
import { ana, firstReport, signAs } from './testing/signing.ts'
import { appendRevision, contract, stream, textOfBytes } from './testing/tiny-pdf.ts'

const budget = newWorkBudget()
const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 })

describe('the area of some boxes together', () => {
  it.each<[string, Box[], number]>([
    ['none', [], 0],
    ['one', [box(1, 1, 3, 5)], 8],
    ['two apart', [box(0, 0, 2, 2), box(5, 5, 6, 6)], 5],
    ['two above each other, with a gap', [box(0, 0, 2, 2), box(0, 5, 2, 6)], 6],
    ['two that touch', [box(0, 0, 2, 2), box(2, 0, 4, 2)], 8],
    ['two that overlap', [box(0, 0, 4, 4), box(2, 2, 6, 6)], 28],
    ['one inside another', [box(0, 0, 4, 4), box(1, 1, 2, 2)], 16],
    ['one inside another, then a third above', [box(0, 0, 1, 9), box(0, 1, 1, 2), box(0, 3, 1, 10)], 10],
    ['the same twice', [box(0, 0, 4, 4), box(0, 0, 4, 4)], 16],
    ['a line', [box(0, 0, 0, 9)], 0],
  ])('%s', (_, boxes, area) => {
    expect(unionArea(boxes, budget)).toBe(area)
  })

  it('costs as many steps as boxes are compared', () => {
    const spent: number[] = []
    unionArea([box(0, 0, 2, 2), box(5, 5, 6, 6)], { spend: (steps) => void spent.push(steps) })
    expect(spent).toEqual([4 * 2])
  })
})

describe('a page that is covered', () => {
  const page = box(0, 0, 100, 100)

  it('is another page when more than half of it is', () => {
    expect(coversMostOf(page, [box(0, 0, 100, 50)], budget)).toBe(false)
    expect(coversMostOf(page, [box(0, 0, 100, 51)], budget)).toBe(true)
    expect(coversMostOf(page, [box(0, 0, 50, 60), box(50, 30, 100, 90)], budget)).toBe(true)
  })

  it('does not count what lies outside of it', () => {
    expect(coversMostOf(page, [box(-500, 0, 50, 100)], budget)).toBe(false)
    expect(coversMostOf(page, [box(200, 0, 500, 100)], budget)).toBe(false)
  })
})

describe('a letter that is covered', () => {
  const file = readPdf(contract())
  const page = findPage(file, 1)
  const letters = textBoxes(file, page, budget)[0]!.boxes
  const letter = letters[0]!
  const partOf = ({ x0, y0, x1, y1 }: Box, share: number): Box => box(x0, y0, x1, y0 + (y1 - y0) * share)
  const covers = (painted: Box[], own: Parameters<typeof coversText>[4] = null) =>
    coversText(file, page, painted, budget, own)

  it('is hidden when more than six tenths of it are', () => {
    expect(letters).toHaveLength('Pago100'.length)
    expect(covers([])).toBe(false)
    expect(covers([partOf(letter, 0.59)])).toBe(false)
    expect(covers([partOf(letter, 0.61)])).toBe(true)
    expect(covers([partOf(letters.at(-1)!, 0.61)])).toBe(true)
  })

  it('is hidden by several boxes together, and not by those beside it', () => {
    const { x0, y0, x1, y1 } = letter
    const middle = (x0 + x1) / 2
    expect(covers([box(x0, y0, middle, y1)])).toBe(false)
    expect(covers([box(x0, y0, middle, y1), box(middle, y0, x1, y1)])).toBe(true)
    expect(covers([box(x0 - 50, y0, x0, y1)])).toBe(false)
    expect(covers([box(x0, y1, x1, y1 + 50), box(x0 - 50, y0 - 50, x0, y0)])).toBe(false)
  })

  it('may be covered by the widget that covered it before', () => {
    const whole = [partOf(letter, 1)]
    expect(covers(whole, { widget: 10, painted: whole })).toBe(false)
    expect(covers(whole, { widget: 10, painted: [partOf(letter, 0.5)] })).toBe(true)
    expect(covers(whole, { widget: 10, painted: [] })).toBe(true)
  })

  it('may be covered where it is the widget’s own', () => {
    const form = '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ] /Resources << /Font << /Helv 8 0 R >> >>'
    const filled = readPdf(contract({ 12: stream('BT /Helv 12 Tf 2 5 Td (100) Tj ET', form) }))
    const first = findPage(filled, 1)
    const own = textBoxes(filled, first, budget).find(({ annotation }) => annotation === 10)!.boxes
    expect(coversText(filled, first, [...own], budget, { widget: 10, painted: [] })).toBe(false)
    expect(coversText(filled, first, [...own], budget, { widget: 11, painted: [] })).toBe(true)
    expect(coversText(filled, first, [...own], budget)).toBe(true)
  })

  it('costs steps for every box over every letter near it', () => {
    const spent: number[] = []
    coversText(file, page, [partOf(letter, 0.1), partOf(letter, 0.2)], { spend: (steps) => void spent.push(steps) })
    // a quarter for each of the two boxes, and the area of both, which have the same two edges
    expect(spent).toEqual([0.5, 2 * 2])
  })
})

describe('later drawings on signed pages', async () => {
  const lastOf = (pdf: Uint8Array, number: number): string =>
    [...textOfBytes(pdf).matchAll(new RegExp(`\\n${number} 0 obj\\n([^]*?)\\nendobj`, 'g'))].at(-1)?.[1] ?? ''
  const signed = await signAs(ana, contract())
  const white = (width: number, height: number) =>
    stream(`1 g 0 0 ${width} ${height} re f`, `/Type /XObject /Subtype /Form /BBox [ 0 0 ${width} ${height} ]`)
  /** A stamp of another program on the second page. */
  const stamped = (rect: string, drawing: string, entries = '') =>
    firstReport(
      appendRevision(signed, {
        1: lastOf(signed, 1).replace(/\/Fields \[([^\]]*)\]/, '/Fields [$1 90 0 R ]'),
        4: lastOf(signed, 4).replace(/>>$/, '/Annots [ 90 0 R ] >>'),
        90: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Otra) /P 4 0 R /F 132 /Rect [ ${rect} ] /V 91 0 R ${entries} >>`,
        91: '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>',
        92: drawing,
      }),
    ).modifications

  it('are reported with the page and the object that hides it', () => {
    expect(stamped('70 716 270 736', white(200, 20), '/AP << /N 92 0 R >>')).toEqual([
      { kind: 'text_covered', page: 2, object: 90 },
    ])
    expect(stamped('0 0 612 700', white(612, 700), '/AP << /N 92 0 R >>')).toEqual([
      { kind: 'field_covers_page', page: 2, object: 90 },
    ])
  })

  it('may cover half of a page, and letters with nothing but letters', () => {
    expect(stamped('0 0 612 396', white(612, 396), '/AP << /N 92 0 R >>')).toEqual([])
    expect(stamped('70 716 270 736', white(0, 0), '/AP << /N 92 0 R >>')).toEqual([])
  })
})
