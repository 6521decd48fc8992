import { describe, expect, it } from 'vitest'
import { PdfArray, PdfDict, PdfString, type PdfValue } from '../pdf/objects.ts'
import { readByteRange } from './byte-range.ts'

const source = new Uint8Array(0)
const arrayOf = (items: PdfValue[]) => new PdfArray(items, source, 0, 0)
const dictWith = (value: PdfValue | undefined) =>
  new PdfDict(new Map(value === undefined ? [] : [['ByteRange', value]]), new Map(), [], source, 0, 0)
const read = (...items: PdfValue[]) => readByteRange(dictWith(arrayOf(items)), 100)
const text = new PdfString(new Uint8Array([49]), false, 0, 0)

describe('the byte range of a signature', () => {
  it('is two parts around a gap, within the file', () => {
    expect(read(0, 10, 20, 80)).toEqual([0, 10, 20, 80])
    expect(read(0, 1, 2, 1)).toEqual([0, 1, 2, 1])
  })

  it.each<[string, PdfValue[]]>([
    ['a start that is not the first byte', [1, 10, 20, 80]],
    ['three numbers', [0, 10, 20]],
    ['five numbers', [0, 10, 20, 30, 40]],
    ['an empty first part', [0, 0, 20, 80]],
    ['an empty second part', [0, 10, 20, 0]],
    ['negative lengths', [0, -10, 20, 80]],
    ['a negative end', [0, 10, 20, -1]],
    ['no gap', [0, 10, 10, 80]],
    ['parts that overlap', [0, 20, 10, 80]],
    ['one byte beyond the file', [0, 10, 20, 81]],
    ['null for the start', [null, 10, 20, 80]],
    ['null for the first length', [0, null, 20, 80]],
    ['null for the second start', [0, 10, null, 80]],
    ['null for the second length', [0, 10, 20, null]],
    ['a fraction', [0, 10.5, 20, 80]],
    ['a fraction in the second start', [0, 10, 20.5, 70]],
    ['a text', [0, text, 20, 80]],
  ])('is refused with %s', (_, items) => {
    expect(read(...items)).toBeNull()
  })

  it('is refused when it is missing or no array', () => {
    expect(readByteRange(dictWith(undefined), 100)).toBeNull()
    expect(readByteRange(dictWith(text), 100)).toBeNull()
  })
})
