import { describe, expect, it } from 'vitest'
import { readPdf } from '../pdf/file.ts'
import { PdfDict, PdfRef, type PdfValue } from '../pdf/objects.ts'
import { newWorkBudget } from '../work-budget.ts'
import {
  changedObjects,
  compareLists,
  differingKeys,
  flagsOf,
  itemsOf,
  repeatsKeys,
  sameObject,
} from './changed-objects.ts'
import { appendRevision, contract, packedContract, stream, tinyPdf } from './testing/tiny-pdf.ts'

const budget = newWorkBudget()
const counted = () => {
  const spent: number[] = []
  return { spent, spend: (steps: number) => void spent.push(steps) }
}

/** The values of some objects of one file, by number. */
function valuesOf(...values: string[]): PdfValue[] {
  const objects = Object.fromEntries(values.map((value, i) => [i + 3, value]))
  const file = readPdf(
    tinyPdf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [ ] /Count 0 >>', ...objects }),
  )
  return values.map((_, i) => file.load(i + 3)?.value ?? null)
}

const base = contract({ 20: '(text)', 21: stream('data', '/Key 1'), 22: '[ 1 2 3 ]' })

/** An object stream with the numbers 1 to 4, the last of which has this value. */
const membersOf = (last: string): string => {
  const members = ['null', 'null', 'null', last].map((text) => text.padEnd(100)).join('')
  return stream(`${'1 0 2 100 3 200 4 300'.padEnd(100)}${members}`, '/Type /ObjStm /N 4 /First 100')
}

describe('the objects that a later save changed', () => {
  const changesOf = (pdf: Uint8Array, original = base) => changedObjects(readPdf(original), readPdf(pdf), budget)

  it('are those overridden, freed and new, not those written again as they were', () => {
    const later = appendRevision(base, {
      5: stream('BT ET'),
      8: '<< /BaseFont /Helvetica /Type /Font /Subtype /Type1 >>',
      9: 'null',
      20: '(text)',
      21: stream('data', '/Key 1'),
      70: '(new)',
    })
    expect(changesOf(later)).toEqual({ changed: [5, 9, 70], ambiguous: [] })
  })

  it('are found over several saves, and not after the change is reverted', () => {
    const once = appendRevision(base, { 20: '(other)' })
    expect(changesOf(appendRevision(once, { 70: '(new)' })).changed).toEqual([70, 20])
    expect(changesOf(appendRevision(once, { 20: '(text)' })).changed).toEqual([])
  })

  it('are ambiguous when they repeat a key, even if they look the same', () => {
    const later = appendRevision(base, { 8: '<< /Type /Font /Subtype /Type1 /BaseFont /Evil /BaseFont /Helvetica >>' })
    expect(changesOf(later)).toEqual({ changed: [], ambiguous: [8] })
  })

  it('include every object of an overridden object stream', () => {
    const packed = packedContract('BT ET')
    const file = readPdf(packed)
    expect(file.entry(4)).toMatchObject({ kind: 'compressed', container: 20 })
    const forged = appendRevision(packed, { 20: membersOf('<< /Evil true >>') })
    const { changed } = changedObjects(file, readPdf(forged), budget)
    expect(changed.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 20])
  })

  it('do not include the members of an object stream that was not overridden', () => {
    const packed = packedContract('BT ET')
    const later = appendRevision(packed, { 5: stream('BT ET') })
    expect(changedObjects(readPdf(packed), readPdf(later), budget).changed).toEqual([])
  })

  it('cost a step for each listed number, and more for each comparison', () => {
    const { spent, spend } = counted()
    changedObjects(readPdf(base), readPdf(appendRevision(base, { 20: '(a)', 70: '(b)' })), { spend })
    // 0, 20 and 70 are listed; each is then compared, and the two texts are searched
    expect(spent).toEqual([1, 1, 1, 4, 4, 1, 4, 1])
  })

  it('cost a step for each number that an overridden object stream may hold', () => {
    const packed = packedContract('BT ET')
    const { spent, spend } = counted()
    changedObjects(readPdf(packed), readPdf(appendRevision(packed, { 20: membersOf('null') })), { spend })
    // two numbers of the later save, then the eight of the first one; six are compared
    expect(spent.slice(0, 10)).toEqual(Array.from({ length: 2 + 8 }, () => 1))
    expect(spent.filter((steps) => steps === 4)).toHaveLength(6)
  })
})

describe('an object in two states', () => {
  const later = appendRevision(base, { 21: stream('data', '/Key 2'), 20: stream('text'), 8: 'null' })
  const [before, after] = [readPdf(base), readPdf(later)]

  it('is the same with the same value, or absent in both', () => {
    expect(sameObject(before, after, 7)).toBe(true)
    expect(sameObject(before, after, 90)).toBe(true)
    expect(sameObject(before, before, 21)).toBe(true)
  })

  it('differs with another entry of its stream, another kind, or absent in one', () => {
    expect(sameObject(before, after, 21)).toBe(false)
    expect(sameObject(before, after, 20)).toBe(false)
    expect(sameObject(after, before, 20)).toBe(false)
    expect(sameObject(before, after, 8)).toBe(false)
    expect(sameObject(before, readPdf(appendRevision(base, { 70: '(x)' })), 70)).toBe(false)
  })

  it('differs with other data of its stream', () => {
    const other = readPdf(appendRevision(base, { 21: stream('DATA', '/Key 1') }))
    expect(sameObject(before, other, 21)).toBe(false)
  })

  it('differs with another generation', () => {
    const text = Buffer.from(appendRevision(base, { 20: '(text)' })).toString('latin1')
    const at = text.lastIndexOf('\n20 0 obj')
    const moved = `${text.slice(0, at)}${text
      .slice(at)
      .replace('20 0 obj', '20 1 obj')
      .replace(/(\n20 1\n\d{10}) 00000 n/, '$1 00001 n')}`
    expect(sameObject(before, readPdf(Buffer.from(moved, 'latin1')), 20)).toBe(false)
  })
})

describe('a repeated key', () => {
  it.each([
    ['<< /A 1 /B 2 >>', false],
    ['<< /A 1 /A 2 >>', true],
    ['[ << /A 1 /A 2 >> ]', true],
    ['[ 1 [ (x) << /A << /B 1 /B 1 >> >> ] ]', true],
    ['<< /A [ << /B 1 >> << /B 2 >> ] >>', false],
    ['<< /A [ 1 << /B 1 /B 2 >> ] >>', true],
    [stream('x', '/A 1 /A 2'), true],
    [stream('x', '/A 1'), false],
    ['(x)', false],
    ['1', false],
  ])('in %s: %s', (text, expected) => {
    expect(repeatsKeys(valuesOf(text)[0]!, budget)).toBe(expected)
  })

  it('costs a step for each dictionary and array', () => {
    const { spent, spend } = counted()
    repeatsKeys(valuesOf('[ << /A [ 1 2 ] >> << /B (x) >> ]')[0]!, { spend })
    expect(spent).toEqual([1, 1, 1, 1])
  })

  it('is searched only once in a value that two signatures share', () => {
    const [before, after] = [readPdf(base), readPdf(appendRevision(base, { 20: '[ << /A 1 >> [ 1 ] ]' }))]
    const { spent, spend } = counted()
    for (let i = 0; i < 2; i++) changedObjects(before, after, { spend })
    // for each: two listed numbers and two comparisons; the search of the first adds three
    expect(spent).toHaveLength(4 + 3 + 4)
  })
})

describe('lists that may grow', () => {
  it.each<[PdfValue[], PdfValue[], PdfValue[], PdfValue[]]>([
    [[1, 2], [1, 2], [], []],
    [[1, 2], [1, 2, 3], [], [3]],
    [[1, 2], [0, 1, 9, 2, 3], [], [0, 9, 3]],
    [[1, 2], [1], [2], []],
    [[1, 2], [2], [1, 2], [2]],
    [[1, 2], [2, 1], [2], [2]],
    [[], [1], [], [1]],
    [[1], [], [1], []],
    [[], [], [], []],
  ])('%j to %j: %j removed, %j added', (a, b, removed, added) => {
    expect(compareLists(a, b)).toEqual({ removed, added })
  })

  it('are arrays, direct or not', () => {
    const file = readPdf(base)
    expect(itemsOf(file, valuesOf('[ 1 2 3 ]')[0]!)).toEqual([1, 2, 3])
    expect(itemsOf(file, new PdfRef(22, 0))).toEqual([1, 2, 3])
    expect(itemsOf(file, new PdfRef(20, 0))).toEqual([])
    expect(itemsOf(file, 5)).toEqual([])
  })
})

describe('values of dictionaries', () => {
  const [a, b] = valuesOf(
    '<< /Same (x) /Other 1 /Gone 2 /Free 3 /Flags 6 >>',
    '<< /Same (x) /Other 2 /New 2 /Free 4 >>',
  )

  it('differ by key, without the exempt ones', () => {
    if (!(a instanceof PdfDict) || !(b instanceof PdfDict)) throw new Error('dictionaries expected')
    expect(differingKeys(a, b, new Set(['Free', 'Flags']))).toEqual(['Other', 'Gone', 'New'])
    expect(differingKeys(a, a, new Set())).toEqual([])
    expect(flagsOf(readPdf(base), a, 'Flags')).toBe(6)
    expect(flagsOf(readPdf(base), b, 'Flags')).toBe(0)
    expect(flagsOf(readPdf(base), a, 'Same')).toBe(0)
    expect(flagsOf(readPdf(base), null, 'Flags')).toBe(0)
  })
})
