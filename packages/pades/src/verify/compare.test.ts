import { describe, expect, it } from 'vitest'
import { readPdf } from '../pdf/file.ts'
import { PdfArray, PdfDict, PdfRef, type PdfValue } from '../pdf/objects.ts'
import { newWorkBudget } from '../work-budget.ts'
import { placeOf, placesOf, type Comparison } from './comparison.ts'
import { followReferences } from './follow-references.ts'
import { sameContent } from './same-content.ts'
import {
  certifying,
  changesBy,
  changesSince,
  covered,
  coveredCatalog,
  lastOf,
  type Objects,
} from './testing/covered.ts'
import { appendRevision, bytesOf, contract, stream } from './testing/tiny-pdf.ts'

/** Pages, annotations and everything else that a later save must leave alone. */

const signed = covered()
const nothing = { modifications: [], additions: [], doubts: [] }
const page = (entries = '', pdf = signed): string => lastOf(pdf, 3).replace(/>>$/, `${entries} >>`)
const onPage = (annotations: string, pdf = signed): Objects => ({
  3: lastOf(pdf, 3).replace(/\/Annots \[[^\]]*\]/, `/Annots [ ${annotations} ]`),
})
const counted = () => {
  const spent: number[] = []
  return { spent, spend: (steps: number) => void spent.push(steps) }
}

describe('a page', () => {
  it('keeps each of its entries', () => {
    expect(changesBy(signed, { 3: page('/Rotate 90 /CropBox [ 0 0 9 9 ]') }).modifications).toEqual([
      { kind: 'page_changed', object: 3, page: 1, key: 'Rotate' },
      { kind: 'page_changed', object: 3, page: 1, key: 'CropBox' },
    ])
  })

  it('may not become something else', () => {
    expect(changesBy(signed, { 4: '(x)' }).modifications).toEqual([{ kind: 'page_changed', object: 4, page: 2 }])
    expect(changesBy(signed, { 4: 'null' }).modifications).toEqual([{ kind: 'page_changed', object: 4, page: 2 }])
  })

  it('stays in its tree', () => {
    const tree = '<< /Type /Pages /Kids [ 3 0 R 4 0 R ] /Count 2 /Rotate 90 >>'
    expect(changesBy(signed, { 2: tree }).modifications).toEqual([
      { kind: 'page_tree_changed', object: 2, page: undefined, key: 'Rotate' },
    ])
    expect(changesBy(signed, { 2: '(x)' }).modifications).toContainEqual({
      kind: 'page_tree_changed',
      object: 2,
      page: undefined,
    })
  })

  it('is compared through a list of annotations in an object of its own', () => {
    const pdf = covered({
      ...onPage(''),
      3: lastOf(signed, 3).replace(/\/Annots .*\]/, '/Annots 30 0 R'),
      30: '[ 13 0 R ]',
    })
    expect(changesBy(pdf, { 30: '[ ]' }).modifications).toEqual([{ kind: 'annotation_removed', page: 1, object: 13 }])
    expect(changesBy(pdf, { 30: '[ 13 0 R ] ' })).toEqual(nothing)
  })
})

describe('annotations', () => {
  it('may not be removed, or exchanged in order', () => {
    expect(changesBy(signed, onPage('10 0 R 11 0 R')).modifications).toEqual([
      { kind: 'annotation_removed', page: 1, object: 13 },
    ])
    const swapped = changesBy(signed, onPage('11 0 R 10 0 R 13 0 R')).modifications
    expect(swapped.map(({ kind, object }) => [kind, object])).toEqual([
      ['annotation_removed', 11],
      ['annotation_removed', 13],
      ['annotation_added', 11],
      ['annotation_added', 13],
    ])
  })

  it('written in the page itself may not be removed or added', () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [ 0 0 9 9 ] >>'
    const pdf = covered(onPage(`10 0 R 11 0 R ${link}`))
    expect(changesBy(pdf, onPage('10 0 R 11 0 R')).modifications).toEqual([{ kind: 'annotation_removed', page: 1 }])
    expect(changesBy(signed, onPage(`10 0 R 11 0 R 13 0 R ${link}`)).modifications).toEqual([
      { kind: 'annotation_added', page: 1 },
    ])
  })

  it('of a signature field may be shown once it is signed, not when another one is', () => {
    const field = (name: string, value = ''): string =>
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /Rect [ 0 0 0 0 ] ${value} >>`
    const pdf = covered({
      1: coveredCatalog().replace('[ 10 0 R', '[ 16 0 R 18 0 R 10 0 R'),
      16: field('Una'),
      18: field('Otra'),
    })
    const shown = onPage('10 0 R 11 0 R 13 0 R 16 0 R', pdf)
    const value = '<< /Type /Sig /Filter /X /ByteRange [ 0 1 2 3 ] /Contents <00> >>'
    expect(changesBy(pdf, { ...shown, 16: field('Una', '/V 91 0 R'), 91: value }).modifications).toEqual([])
    expect(changesBy(pdf, { ...shown, 18: field('Otra', '/V 91 0 R'), 91: value }).modifications).toMatchObject([
      { kind: 'annotation_added', page: 1, object: 16 },
    ])
  })

  it('may not be shown on a second page', () => {
    const { modifications } = changesBy(signed, { 4: lastOf(signed, 4).replace(/>>$/, '/Annots [ 13 0 R ] >>') })
    expect(modifications).toEqual([{ kind: 'annotation_added', page: 2, object: 13 }])
  })
})

describe('a comment on a document certified with P 3 (ISO 32000-2 §12.8.2.2)', () => {
  const certified = covered({ 51: certifying(3), 61: '(an object that was there)' })
  const commenting = (note: string, number = 60, more: Objects = {}) =>
    changesBy(certified, { ...onPage(`10 0 R 11 0 R 13 0 R ${number} 0 R`, certified), [number]: note, ...more })
  const doubts = (note: string, number = 60, more: Objects = {}) => {
    const found = commenting(note, number, more)
    expect(found.additions).toMatchObject([{ kind: 'annotation_added', page: 1, object: number }])
    return found.doubts
  }
  const text = (rect: string, entries = ''): string =>
    `<< /Type /Annot /Subtype /Text /Rect [ ${rect} ] ${entries} /Contents (De acuerdo) >>`
  const drawn = '/AP << /N 9 0 R >>'
  const doubtful = ['annotations_added']

  it('is a note with an icon of its reader', () => {
    expect(commenting(text('300 300 320 340'))).toEqual({
      modifications: [],
      additions: [
        {
          kind: 'annotation_added',
          page: 1,
          object: 60,
          rectangle: { page: 1, x: 300, y: 452, width: 20, height: 40 },
        },
      ],
      doubts: [],
    })
    expect(doubts(text('300 300 900 900'))).toEqual([])
    expect(doubts(text('0 0 0 0').replace('/Text', '/Popup'))).toEqual([])
  })

  it.each([
    ['32 points wide and high', '300 300 332 332', []],
    ['wider', '300 300 333 332', doubtful],
    ['higher', '300 300 332 333', doubtful],
  ])('that draws its icon is undecided from 32 points on: %s', (_, rect, expected) => {
    expect(doubts(text(rect, drawn))).toEqual(expected)
  })

  it.each<[string, string]>([
    ['draws a text', text('300 300 320 320').replace('/Text', '/FreeText')],
    ['draws something without a kind', text('300 300 320 320').replace('/Subtype /Text', '')],
    ['draws its window', text('300 300 320 320', drawn).replace('/Text', '/Popup')],
    ['draws an icon without a place', text('0 0', drawn)],
    ['has an action', text('300 300 320 320', '/A << >>')],
    ['has actions', text('300 300 320 320', '/AA << >>')],
  ])('is undecided when it %s', (_, note) => {
    expect(doubts(note)).toEqual(doubtful)
  })

  it('is undecided when it is no object of its own, or an object that was there', () => {
    const direct = changesBy(certified, onPage(`10 0 R 11 0 R 13 0 R ${text('0 0 9 9')}`, certified))
    expect(direct).toEqual({ modifications: [], additions: [{ kind: 'annotation_added', page: 1 }], doubts: doubtful })
    expect(commenting(text('300 300 320 320'), 61).doubts).toEqual(doubtful)
  })

  it('is a modification under P 2', () => {
    const stricter = covered({ 51: certifying(2) })
    const objects = { ...onPage('10 0 R 11 0 R 13 0 R 60 0 R', stricter), 60: text('300 300 320 320') }
    expect(changesBy(stricter, objects)).toMatchObject({ modifications: [{ kind: 'annotation_added' }], doubts: [] })
  })
})

describe('the trailer of a later save', () => {
  it('names the catalog by reference', () => {
    const later = appendRevision(signed, {}, '/Root 1 0 R')
    expect(changesSince(signed.length, later).modifications).toEqual([])
  })

  it('repeats no key', () => {
    expect(changesBy(signed, {}, '/Root 1 0 R /Root 1 0 R').modifications).toEqual([{ kind: 'repeated_key' }])
    const twice = appendRevision(appendRevision(signed, {}, '/Extra 1 /Extra 2'), {})
    expect(changesSince(signed.length, twice).modifications).toEqual([{ kind: 'repeated_key' }])
  })

  it('may name another catalog with the same entries', () => {
    expect(changesBy(signed, { 80: lastOf(signed, 1) }, '/Root 80 0 R')).toEqual(nothing)
    const { modifications } = changesBy(signed, { 80: coveredCatalog('', '/Extra (x)') }, '/Root 80 0 R')
    expect(modifications).toEqual([{ kind: 'catalog_changed', object: 1, key: 'Extra' }])
  })

  it('leads to the signed save', () => {
    const file = readPdf(signed)
    const rows = Array.from({ length: file.nextNumber }, (_, number) => {
      const entry = file.entry(number)
      const offset = entry?.kind === 'offset' ? entry.offset : 0
      return `${String(offset).padStart(10, '0')} 00000 ${offset > 0 ? 'n' : 'f'} \n`
    })
    const table = `xref\n0 ${rows.length}\n${rows.join('')}trailer\n<< /Size ${rows.length} /Root 1 0 R /Info 14 0 R >>\nstartxref\n${signed.length}\n%%EOF\n`
    const later = Buffer.concat([signed, bytesOf(table)])
    expect(changesSince(signed.length, later).modifications).toEqual([{ kind: 'revision_chain_broken' }])
  })
})

describe('objects that nothing permits to change', () => {
  it('are modifications, on their page or on none', () => {
    const pdf = covered({ 1: coveredCatalog('', '/Names 30 0 R'), 30: '<< /A 31 0 R >>', 31: '(x)' })
    expect(changesBy(pdf, { 31: '(y)', 8: 'null' }).modifications).toEqual([
      { kind: 'page_changed', object: 8, page: 1 },
      { kind: 'object_changed', object: 31 },
    ])
  })

  it('may be freed or replaced only where nothing refers to them', () => {
    const pdf = covered({ 30: '(unused)' })
    expect(changesBy(pdf, { 31: '(new)' })).toEqual({
      ...nothing,
      additions: [{ kind: 'unused_object_added', object: 31 }],
    })
    expect(changesBy(pdf, { 30: '(other)' }).modifications).toEqual([{ kind: 'object_changed', object: 30 }])
  })

  it('are part of the change that refers to them', () => {
    const dss = { 1: coveredCatalog('', '/DSS 80 0 R'), 80: '<< /Certs [ 81 0 R ] >>', 81: stream('certificate') }
    expect(changesBy(signed, dss)).toEqual({ ...nothing, additions: [{ kind: 'validation_data_added' }] })
    const info = changesBy(signed, { 14: '<< /Title (Contrato) /Foja 82 0 R >>', 82: '[ 83 0 R ]', 83: '(x)' })
    expect(info.additions).toEqual([{ kind: 'metadata_changed' }])
    const trailer = changesBy(signed, { 84: '(x)' }, '/Foja 84 0 R')
    expect(trailer.additions).toEqual([])
  })

  it('include a stream of the save that takes the place of an object', () => {
    const pdf = covered({ 30: '(unused)' })
    const xref = stream('x', '/Type /XRef')
    expect(changesBy(pdf, { 31: xref })).toEqual(nothing)
    expect(changesBy(pdf, { 31: stream('1 0 (x)', '/Type /ObjStm /N 1 /First 4') })).toEqual(nothing)
    expect(changesBy(pdf, { 30: xref }).modifications).toEqual([{ kind: 'object_changed', object: 30 }])
    const unused = covered({ 30: xref })
    expect(changesBy(unused, { 30: stream('y', '/Type /XRef') })).toEqual(nothing)
    expect(changesBy(unused, { 30: '(x)' }).modifications).toEqual([{ kind: 'object_changed', object: 30 }])
  })
})

describe('the places of annotations', () => {
  const places = (pdf: Uint8Array, budget = newWorkBudget()) => placesOf(readPdf(pdf), budget)

  it('are read from the pages, the first that lists one', () => {
    const pdf = contract({ 4: lastOf(contract(), 4).replace(/>>$/, '/Annots [ 10 0 R 15 0 R (x) ] >>'), 15: '(x)' })
    expect([...places(pdf)].map(([number, { page: on, box }]) => [number, on, box.x0])).toEqual([
      [10, 1, 72],
      [11, 1, 72],
      [13, 1, 72],
    ])
  })

  it('cost steps for each page and each annotation, once', () => {
    const { spent, spend } = counted()
    const file = readPdf(contract())
    placesOf(file, { spend })
    placesOf(file, { spend })
    expect(spent).toEqual([3 * 4 + 1, 1])
  })

  it('of a change are those of its first visible widget', () => {
    const rect = (box: string): string => `<< /Rect [ ${box} ] >>`
    const pdf = contract({
      4: lastOf(contract(), 4).replace(/>>$/, '/Annots [ 15 0 R 16 0 R 17 0 R ] >>'),
      15: rect('5 5 5 9'),
      16: rect('5 5 9 5'),
      17: rect('5 5 9 9'),
    })
    const comparison = { after: readPdf(pdf), budget: newWorkBudget() } as Comparison
    expect(placeOf(comparison, [99, 15, 16, 17, 10])).toMatchObject({ page: 2, rectangle: { width: 4, height: 4 } })
    expect(placeOf(comparison, [99, 15, 16])).toEqual({})
    expect(placeOf(comparison, [10, 17])).toMatchObject({ page: 1 })
  })
})

describe('references', () => {
  const file = readPdf(
    contract({ 20: '[ 21 0 R << /A 22 0 R >> ]', 21: stream('x', '/B 22 0 R /C 20 0 R'), 22: '(x)' }),
  )

  it('are followed into arrays, dictionaries and streams, as far as the caller wants', () => {
    const visited: number[] = []
    const seen = new Set<number>()
    followReferences(file, [new PdfRef(20, 0)], newWorkBudget(), ({ number }) => {
      visited.push(number)
      return !seen.has(number) && Boolean(seen.add(number))
    })
    expect(visited.toSorted((a, b) => a - b)).toEqual([20, 20, 21, 22, 22])
    const outer: number[] = []
    followReferences(file, [new PdfRef(20, 0), 5, null], newWorkBudget(), ({ number }) => outer.push(number) < 0)
    expect(outer).toEqual([20])
  })

  it('cost two steps for each value', () => {
    const { spent, spend } = counted()
    followReferences(file, [new PdfRef(22, 0)], { spend }, () => true)
    // the reference is put aside and taken, and so is the text that it leads to
    expect(spent).toEqual([1, 1, 1, 1])
  })
})

describe('equal content', () => {
  const file = readPdf(
    contract({
      20: '<< /A 21 0 R /B [ 1 (x) ] >>',
      21: stream('data', '/C 22 0 R'),
      22: '<< /Up 20 0 R >>',
      30: '<< /B [ 1 (x) ] /A 31 0 R >>',
      31: stream('data', '/C 32 0 R'),
      32: '<< /Up 30 0 R >>',
      40: '<< /A 41 0 R /B [ 1 (x) ] >>',
      41: stream('DATA', '/C 22 0 R'),
      42: '<< /A 21 0 R /B [ 1 (x) 2 ] >>',
      43: '<< /A 21 0 R /B [ 1 (x) ] /D 1 >>',
      44: stream('data', '/C 22 0 R /D 1'),
    }),
  )
  const same = (a: number, b: number, budget = newWorkBudget()) =>
    sameContent(file, new PdfRef(a, 0), file, new PdfRef(b, 0), budget)

  it('includes everything that is referenced, in loops too', () => {
    expect(same(20, 20)).toBe(true)
    expect(same(20, 30)).toBe(true)
    expect(same(30, 20)).toBe(true)
  })

  it.each([
    ['data of a stream', 20, 40],
    ['longer array', 20, 42],
    ['further entry', 20, 43],
    ['further entry of a stream', 21, 44],
    ['kind of value', 20, 21],
    ['absent value', 20, 99],
  ])('differs by another %s', (_, a, b) => {
    expect(same(a, b)).toBe(false)
    expect(same(b, a)).toBe(false)
  })

  it('costs a step for each pair of values, those seen before included', () => {
    const { spent, spend } = counted()
    const values: PdfValue[] = [20, 30].map((number) => file.load(number)?.value ?? null)
    expect(values.every((value) => value instanceof PdfDict && value.get('B') instanceof PdfArray)).toBe(true)
    same(20, 30, { spend })
    // the two, /B and its two items, /A, /Length and /C of the streams, /Up
    expect(spent).toHaveLength(8)
  })
})
