import { describe, expect, it } from 'vitest'
import { fieldsOf, type PdfField } from '../pdf/fields.ts'
import { readPdf } from '../pdf/file.ts'
import { PdfDict, PdfRef } from '../pdf/objects.ts'
import { newWorkBudget } from '../work-budget.ts'
import { fieldInState, isSavedState, openStates } from './later-changes.ts'
import {
  certifying,
  changesSince,
  covered,
  coveredCatalog,
  lastOf,
  signatureField,
  uncovered,
} from './testing/covered.ts'
import {
  appendRevision,
  bytesOf,
  contract,
  coverUpTo,
  emptySignature,
  stream,
  textOfBytes,
} from './testing/tiny-pdf.ts'

/** The saves of a file after a signature, without checking the signature. */

const budget = newWorkBudget()
const field = (name = 'Firma'): string => signatureField.replace('Firma', name)
const signatureOf = (pdf: Uint8Array): { field: PdfField; dict: PdfDict } => {
  const file = readPdf(pdf)
  const found = fieldsOf(file).find(({ type }) => type === 'Sig')!
  return { field: found, dict: file.dict(found.value)! }
}
const kindsOf = (end: number, later: Uint8Array): string[] => {
  const { modifications, additions } = changesSince(end, later)
  return [...modifications, ...additions].map(({ kind }) => kind)
}

describe('the states of a file', () => {
  const first = covered()
  const second = appendRevision(first, { 70: '(new)' })

  it('are opened once each', () => {
    const states = openStates(second, budget)
    expect(states.at(second.length)).toBe(states.whole)
    expect(states.at(first.length)).toBe(states.at(first.length))
    expect(states.at(first.length)?.bytes).toHaveLength(first.length)
  })

  it('that are no file are none, also the second time', () => {
    const states = openStates(second, budget)
    expect([states.at(100), states.at(100)]).toEqual([null, null])
  })

  it('of a damaged file are refused', () => {
    expect(() => openStates(bytesOf('%PDF-1.7'), budget)).toThrow('pdf_damaged')
  })

  it('cost steps for what is decoded', () => {
    const spent: number[] = []
    const packed = contract({ 20: stream('1 0 (x)', '/Type /ObjStm /N 1 /First 4') })
    const states = openStates(appendRevision(packed, { 70: '(x)' }), { spend: (steps) => void spent.push(steps) })
    states.at(packed.length)!.load(8)
    expect(spent.length).toBeGreaterThan(0)
  })
})

describe('the end of a save', () => {
  const pdf = uncovered()
  const bare = pdf.subarray(0, pdf.length - 1)
  const isSaved = (end: string) => isSavedState(readPdf(Buffer.concat([bare, bytesOf(end)])))

  it.each(['', '\n', '\r', '\r\n', '\n\n', '\r\n\r\n'])('is after %%EOF and the line ends %j', (end) => {
    expect(textOfBytes(bare).endsWith('%%EOF')).toBe(true)
    expect(isSaved(end)).toBe(true)
  })

  it.each(['9 0 obj\n(x)\nendobj\n', '\nx', '\n%%EOF\n', '%'])('is not after %j', (end) => {
    expect(isSaved(end)).toBe(false)
  })

  it('is not before it, nor where another section is the newest', () => {
    const file = readPdf(pdf)
    expect(isSavedState({ bytes: pdf, revisions: [], sections: file.sections } as never)).toBe(false)
    const sections = readPdf(appendRevision(pdf, { 70: '(new)' })).sections
    expect(isSavedState({ bytes: pdf, revisions: file.revisions, sections } as never)).toBe(false)
    expect(isSavedState({ bytes: pdf, revisions: file.revisions, sections: [] } as never)).toBe(false)
    expect(isSavedState({ bytes: pdf, revisions: file.revisions, sections: file.sections } as never)).toBe(true)
  })
})

describe('the field of a signature in the state that it signed', () => {
  const pdf = covered()
  const { field: own, dict } = signatureOf(pdf)
  const find = (state: Uint8Array, given: PdfField = own, value: PdfDict = dict) =>
    fieldInState(readPdf(state), given, value)?.name ?? null

  it('is the one with its number, name and value', () => {
    expect(find(pdf)).toBe('Firma')
  })

  it.each<[string, Uint8Array]>([
    ['of another name', uncovered({ 50: field('Forma') })],
    ['of another kind', uncovered({ 50: field().replace('/Sig', '/Txt') })],
    ['without a value', uncovered({ 50: '<< /FT /Sig /T (Firma) >>' })],
    ['with another value', uncovered({ 51: emptySignature('/Reason (x)') })],
    ['with a value elsewhere', uncovered({ 9: '(longer than before, so that everything moves)' })],
    ['under another number', uncovered({ 1: coveredCatalog().replace('50 0 R', '52 0 R'), 50: 'null', 52: field() })],
    ['in no form', uncovered({ 1: '<< /Type /Catalog /Pages 2 0 R >>' })],
  ])('is none %s', (_, state) => {
    expect(find(state)).toBeNull()
  })

  it('is none of another generation', () => {
    expect(find(pdf, { ...own, ref: new PdfRef(own.ref.number, 1) })).toBeNull()
  })

  it('is none when only the start or the end of the value is the same', () => {
    const { entries, spans, repeated, source, start, end } = dict
    expect(find(pdf, own, new PdfDict(entries, spans, repeated, source, start, end + 1))).toBeNull()
    expect(find(pdf, own, new PdfDict(entries, spans, repeated, source, start + 1, end))).toBeNull()
  })
})

describe('bytes after the last save', () => {
  const pdf = covered()
  const { length } = pdf

  it.each(['\n', '\r', '\r\n'])('may be one line end: %j', (end) => {
    expect(kindsOf(length, Buffer.concat([pdf, bytesOf(end)]))).toEqual([])
  })

  it.each(['\n\n', '\n\r', ' ', '\0', 'x', '%%EOF'])('may not be %j', (end) => {
    expect(kindsOf(length, Buffer.concat([pdf, bytesOf(end)]))).toEqual(['trailing_bytes'])
  })

  it('are reported after later saves too', () => {
    const later = appendRevision(pdf, { 70: '(new)' })
    expect(kindsOf(length, Buffer.concat([later, bytesOf('\n')]))).toEqual(['unused_object_added'])
    expect(kindsOf(length, Buffer.concat([later, bytesOf('x')]))).toEqual(['trailing_bytes', 'unused_object_added'])
  })
})

describe('changes in several saves', () => {
  const pdf = covered()
  const value = (text: string, save: Uint8Array): Uint8Array =>
    appendRevision(save, {
      10: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Nombre) /Rect [ 72 600 272 620 ] /P 3 0 R /V (${text}) /AP << /N 12 0 R >> >>`,
      12: stream(
        `BT /Helv 12 Tf 2 5 Td (${text}) Tj ET`,
        '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ] /Resources << /Font << /Helv 8 0 R >> >>',
      ),
    })

  it('are none in the signed file, and none by an empty save', () => {
    expect(kindsOf(pdf.length, pdf)).toEqual([])
    expect(kindsOf(pdf.length, appendRevision(pdf, {}))).toEqual([])
  })

  it('are one addition when a field is filled again, with the last value and its save', () => {
    const { additions } = changesSince(pdf.length, value('Ana', value('Luis', pdf)))
    expect(additions).toMatchObject([{ kind: 'field_filled', before: null, after: 'Ana', revision: 3 }])
  })

  it('keep the save of a value that a later one does not change', () => {
    const { additions } = changesSince(pdf.length, appendRevision(value('Luis', pdf), { 70: '(new)' }))
    expect(additions).toMatchObject([
      { kind: 'field_filled', after: 'Luis', revision: 2 },
      { kind: 'unused_object_added', object: 70, revision: 3 },
    ])
  })

  it('are each reported once, also when they are reverted', () => {
    const original = lastOf(pdf, 8)
    const evil = appendRevision(appendRevision(pdf, { 8: '<< /Evil true >>' }), { 8: '<< /Evil false >>' })
    const { modifications } = changesSince(pdf.length, appendRevision(evil, { 8: original }))
    expect(modifications).toEqual([{ kind: 'page_changed', object: 8, page: 1 }])
  })

  it('differ by object, page and key', () => {
    const page = (box: string): string =>
      `<< /Type /Page /Parent 2 0 R /MediaBox [ 0 0 612 ${box} ] /Rotate 90 /Contents 6 0 R /Resources 7 0 R >>`
    const { modifications } = changesSince(pdf.length, appendRevision(pdf, { 4: page('99'), 9: '(x)', 6: '(x)' }))
    expect(modifications.map(({ object, page: number, key }) => [object, number, key])).toEqual([
      [6, 2, undefined],
      [9, 1, undefined],
      [4, 2, 'MediaBox'],
      [4, 2, 'Rotate'],
    ])
  })

  it('are a thousand at most', () => {
    const numbers = Array.from({ length: 1001 }, (_, i) => 100 + i)
    const objects = (text: string) => Object.fromEntries(numbers.map((number) => [number, `(${text})`]))
    const shown = numbers.map((number) => `${number} 0 R`).join(' ')
    const many = covered({ 7: `<< /Font << /Helv 8 0 R >> /Mas [ ${shown} ] >>`, ...objects('before') })
    expect(changesSince(many.length, appendRevision(many, objects('after'))).modifications).toHaveLength(1000)
    const added = Object.fromEntries(numbers.map((number) => [2000 + number, '(new)']))
    expect(changesSince(many.length, appendRevision(many, added)).additions).toHaveLength(1000)
  })

  it('cannot be known where an earlier save leads nowhere', () => {
    const second = appendRevision(pdf, { 70: '(new)' })
    const third = Buffer.from(appendRevision(second, { 71: '(new)' }))
    const at = third.lastIndexOf('startxref', second.length) + 'startxref\n'.length
    third.fill('9', at, third.indexOf('\n', at))
    expect(openStates(third, budget).at(second.length)).toBeNull()
    expect(changesSince(pdf.length, third).modifications).toEqual([{ kind: 'revision_unreadable' }])
  })

  it('cannot be known where the signed catalog is no object of its own', () => {
    const direct = textOfBytes(uncovered()).replace('/Root 1 0 R', `/Root ${coveredCatalog()}`)
    const signed = coverUpTo(bytesOf(direct))
    expect(kindsOf(signed.length, signed)).toEqual([])
    expect(kindsOf(signed.length, appendRevision(signed, { 70: '(new)' }))).toEqual(['revision_unreadable'])
  })

  it('collect the doubts of every save', () => {
    const certified = covered({ 51: certifying(3) })
    const page = lastOf(certified, 3)
    const noted = appendRevision(certified, {
      3: page.replace('13 0 R', '13 0 R 60 0 R'),
      60: '<< /Type /Annot /Subtype /FreeText /Rect [ 1 1 9 9 ] >>',
    })
    expect([...changesSince(certified.length, noted).doubts]).toEqual(['annotations_added'])
    expect([...changesSince(certified.length, appendRevision(noted, { 3: page, 60: 'null' })).doubts]).toEqual([
      'annotations_added',
    ])
  })
})
