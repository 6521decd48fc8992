import { describe, expect, it } from 'vitest'
import type { PdfFile } from '../pdf/file.ts'
import { PdfArray, PdfDict, PdfString, type PdfValue } from '../pdf/objects.ts'
import { checkSignedRange, endsRevision, endWithoutSpace, readByteRange } from './byte-range.ts'
import { bytesOf } from './testing/tiny-pdf.ts'

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

const HEAD = 'contract '
const CMS = [0x30, 1, 7]

/** A file of some text, its `/Contents`, and the rest; each part of the dictionary can differ. */
function checked(
  written: string,
  change: {
    value?: PdfValue
    range?: [number, number, number]
    noSpan?: boolean
    repeated?: string[]
    from?: Uint8Array
    rest?: string
    encrypted?: boolean
  } = {},
) {
  const { rest = ' rest\n%%EOF\n', repeated = [], encrypted = false } = change
  const bytes = bytesOf(HEAD + written + rest)
  const span = { start: HEAD.length, end: HEAD.length + written.length }
  const range = change.range ?? [span.start, span.end, rest.length]
  const { value = new PdfString(Uint8Array.from([...CMS, 0, 0]), true, span.start, span.end) } = change
  const entries = new Map<string, PdfValue>([
    ['ByteRange', arrayOf([0, ...range])],
    ['Contents', value],
  ])
  const spans = new Map(change.noSpan ? [] : [['Contents', span]])
  const dict = new PdfDict(entries, spans, repeated, change.from ?? bytes, 0, bytes.length)
  return checkSignedRange({ bytes, encryption: encrypted ? {} : null } as PdfFile, dict)
}

describe('the signed range of a file', () => {
  it('is around /Contents, up to the end of a save', () => {
    expect(checked('<300107>')).toEqual({
      range: [0, 9, 17, 12],
      contents: Uint8Array.from([...CMS, 0, 0]),
      end: 29,
    })
  })

  it.each(['<00>', '<1234>', '<09AFaf>', '<120>', '<12\n>', '<120 \r\n>'])(
    'has a gap of plain digits, as %j',
    (gap) => {
      expect(checked(gap)).toHaveProperty('end')
    },
  )

  it.each([
    '<>',
    '<0>',
    '<  >',
    '<123>',
    '<103>',
    '<121>',
    '<1 2>',
    '< 12>',
    '<1/>',
    '<1:>',
    '<1@>',
    '<1G>',
    '<1`>',
    '<1g>',
    'x1234>',
    '<1234x',
    '=1234>',
    '<1234?',
    '(1234)',
  ])('has no gap like %j', (gap) => {
    expect(checked(gap)).toBe('contents_malformed')
  })

  it('is in the file itself, not in an object stream', () => {
    expect(checked('<300107>', { from: bytesOf('another stream') })).toBe('signature_in_object_stream')
  })

  it('is unknown where one key is repeated: readers choose different values', () => {
    expect(checked('<300107>', { repeated: ['Reason'] })).toBe('repeated_key')
  })

  it('has to be readable', () => {
    expect(checked('<300107>', { range: [9, 17, 99] })).toBe('byte_range_malformed')
  })

  it.each<[string, Parameters<typeof checked>[1]]>([
    ['null', { value: null }],
    ['a literal string', { value: new PdfString(Uint8Array.from(CMS), false, 9, 17) }],
    ['a value without a place in the file', { noSpan: true }],
  ])('is refused with %s for /Contents, wherever the gap is', (_, change) => {
    expect(checked('<300107>', change)).toBe('contents_malformed')
    expect(checked('<300107>', { ...change, range: [8, 17, 12] })).toBe('contents_malformed')
  })

  it.each<[string, [number, number, number]]>([
    ['starts before', [8, 17, 12]],
    ['starts behind', [10, 17, 12]],
    ['ends before', [9, 16, 13]],
    ['ends behind', [9, 18, 11]],
  ])('is refused with a gap that %s /Contents', (_, range) => {
    expect(checked('<300107>', { range })).toBe('gap_is_not_contents')
  })

  it('ends with a save', () => {
    expect(checked('<300107>', { rest: ' rest\n%%EOX\n' })).toBe('end_is_not_a_revision')
    expect(checked('<300107>', { range: [9, 17, 10] })).toBe('end_is_not_a_revision')
  })

  it('leaves out what follows the CMS in an encrypted file, unless it is malformed', () => {
    expect(checked('<300107>', { encrypted: true })).toMatchObject({ contents: Uint8Array.from([0x30, 1, 7]) })
    const malformed = new PdfString(Uint8Array.of(0x30, 0x7f), true, 9, 17)
    expect(checked('<300107>', { encrypted: true, value: malformed })).toMatchObject({
      contents: Uint8Array.of(0x30, 0x7f),
    })
  })
})

describe('the end of a save', () => {
  it.each(['%%EOF', 'x\n%%EOF', '%%EOF\n', '%%EOF\r\n\r\n', '%%EOF    '])('is %j', (text) => {
    expect(endsRevision(bytesOf(text), text.length)).toBe(true)
  })

  it.each(['', '\n', '%EOF', '%%EO', '%%EOFx', 'x%%EO', '%%EOF\n\n\n\n\n'])('is not %j', (text) => {
    expect(endsRevision(bytesOf(text), text.length)).toBe(false)
  })

  it('is before a blank line at most', () => {
    expect(endWithoutSpace(bytesOf('ab'))).toBe(2)
    expect(endWithoutSpace(bytesOf('ab\r\n\r\n'))).toBe(2)
    expect(endWithoutSpace(bytesOf('ab\r\n\r\n '))).toBe(7)
    expect(endWithoutSpace(bytesOf('ab cd'), 3)).toBe(2)
  })
})
