import { PadesError } from '../errors.ts'
import { decodeStream } from './filters.ts'
import { PdfArray, PdfDict, PdfStream, integerOf, nameOf } from './objects.ts'
import { Parser, indexOf, isSpace, lastIndexOf } from './parser.ts'

/** Location of an object: free, at an absolute file offset, or inside an object stream. */
export type XrefEntry =
  | { kind: 'free' }
  | { kind: 'offset'; offset: number; generation: number }
  | { kind: 'compressed'; container: number; index: number }

/** A run of entries, decoded on demand: a file of 100,000 objects opens at no cost. */
type Subsection = { first: number; count: number; entry(index: number): XrefEntry }

/** One cross-reference section with its trailer (§7.5.4, §7.5.8); `end` is the offset after its `%%EOF` line. */
export type XrefSection = {
  kind: 'table' | 'stream'
  offset: number
  end: number
  trailer: PdfDict
  /** True for the section named by a hybrid file's `/XRefStm`. */
  hidden: boolean
  lookup(number: number): XrefEntry | null
  numbers(): Generator<number>
  /** One more than the highest object number it lists. */
  limit: number
}

/** More revisions, or higher object numbers (annex C allows 8,388,607), are hostile. */
const maxSections = 4096
const maxObjectNumber = 8_388_607
/** Total bytes that all cross-reference streams of a file may decode to. */
const maxDecodedSections = 128 * 1024 * 1024

type DecodingBudget = { decoded: number }

function damaged(reason: string, offset?: number): never {
  throw new PadesError('pdf_damaged', offset === undefined ? { reason } : { reason, offset })
}

/** Offset of `%PDF-`, within the first 1,024 bytes as readers accept it; throws `pdf_not_a_pdf`. */
function findHeader(bytes: Uint8Array): number {
  const at = indexOf(bytes, '%PDF-', 0, Math.min(bytes.length, 1024 + 5))
  if (at < 0) throw new PadesError('pdf_not_a_pdf')
  return at
}

/**
 * Follows `startxref` and the `/Prev` chain. Sections are returned newest first; a hybrid file's hidden section follows
 * the table that names it. `base` is added to stored offsets (leading junk, or 0 when they already include it).
 */
export function readSections(bytes: Uint8Array): { sections: XrefSection[]; base: number; startxref: number } {
  const header = findHeader(bytes)
  const { at, stored } = readStartxref(bytes)
  const base = header > 0 && !startsSection(bytes, stored + header) && startsSection(bytes, stored) ? 0 : header
  const sections: XrefSection[] = []
  const budget: DecodingBudget = { decoded: maxDecodedSections }
  const seen = new Set<number>()
  let next: number | null = stored
  let covered = 0
  // A chain that returns to a section is complete: other readers end it too.
  while (next !== null && !seen.has(next)) {
    if (sections.length >= maxSections) damaged('too many cross-reference sections')
    seen.add(next)
    const section = readSection(bytes, next + base, base, false, budget)
    // The last line of the file belongs to the section that it names, at any place.
    if (sections.length === 0) section.end = Math.max(section.end, endOfRevision(new Parser(bytes, at)))
    sections.push(section)
    // Sections inside each other's strings would make reading quadratic.
    covered += section.end - section.offset
    if (covered > bytes.length * 4 + 65_536) damaged('cross-reference sections overlap', next)
    const hidden = integerOf(section.trailer.get('XRefStm'))
    // both halves of a linearized file may name the same hidden section
    if (section.kind === 'table' && hidden !== null && !seen.has(hidden)) {
      seen.add(hidden)
      sections.push({ ...readSection(bytes, hidden + base, base, true, budget), end: section.end })
    }
    const previous = section.trailer.get('Prev')
    next = integerOf(previous)
    // Some writers use /Prev 0 for "none"; no section can precede the header.
    if (next === 0) next = null
    else if (previous !== null && next === null) damaged('Prev is not an integer', section.offset)
  }
  return { sections, base, startxref: stored }
}

/** The last `startxref` and its number, within the last 2 KB. */
function readStartxref(bytes: Uint8Array): { at: number; stored: number } {
  const at = lastIndexOf(bytes, 'startxref', Math.max(0, bytes.length - 2048), bytes.length)
  if (at < 0) damaged('startxref not found')
  const parser = new Parser(bytes, at + 9)
  parser.skipSpace()
  return { at, stored: parser.takeUnsigned() ?? damaged('startxref has no offset', at) }
}

function startsSection(bytes: Uint8Array, offset: number): boolean {
  if (offset >= bytes.length) return false
  const parser = new Parser(bytes, offset)
  parser.skipSpace()
  if (parser.takeKeyword('xref')) return true
  if (parser.takeUnsigned() === null) return false
  parser.skipSpace()
  if (parser.takeUnsigned() === null) return false
  parser.skipSpace()
  return parser.takeKeyword('obj')
}

function readSection(
  bytes: Uint8Array,
  offset: number,
  base: number,
  hidden: boolean,
  budget: DecodingBudget,
): XrefSection {
  if (offset < 0 || offset >= bytes.length) damaged('cross-reference offset outside the file', offset)
  const parser = new Parser(bytes, offset)
  parser.skipSpace()
  if (parser.takeKeyword('xref')) {
    if (hidden) damaged('XRefStm names a table', offset)
    return readTable(parser, offset, base)
  }
  return readStream(parser, offset, base, hidden, budget)
}

/** Parses a table; entries of exactly 20 bytes are left in place and read on demand. */
function readTable(parser: Parser, offset: number, base: number): XrefSection {
  const subsections: Subsection[] = []
  for (;;) {
    parser.skipSpace()
    if (parser.takeKeyword('trailer')) break
    const first = parser.takeUnsigned()
    parser.skipSpace()
    const count = first === null ? null : parser.takeUnsigned()
    if (first === null || count === null) damaged('malformed cross-reference table', parser.position)
    if (first + count > maxObjectNumber + 1) damaged('object number out of range', parser.position)
    // The shortest real entries have 18 bytes and a line end.
    if (count * 18 > parser.source.length - parser.position) damaged('cross-reference table is cut', parser.position)
    if (count > 0) subsections.push(readSubsection(parser, first, count, base))
  }
  const trailer = parser.parseValue()
  if (!(trailer instanceof PdfDict)) damaged('trailer is not a dictionary', parser.position)
  return section('table', offset, endOfRevision(parser), trailer, false, subsections)
}

function readSubsection(parser: Parser, first: number, count: number, base: number): Subsection {
  const { source } = parser
  parser.skipSpace()
  const start = parser.position
  const end = start + count * 20
  if (end <= source.length && isEntry(source, start) && isEntry(source, end - 20) && endsTidily(source, end)) {
    parser.position = end
    return { first, count, entry: (index) => readEntry(new Parser(source, start + index * 20), base) }
  }
  const entries: XrefEntry[] = []
  for (let i = 0; i < count; i++) entries.push(readEntry(parser, base))
  return { first, count, entry: (index) => entries[index]! }
}

/** nnnnnnnnnn ggggg n␠EOL, 20 bytes (§7.5.4). */
function isEntry(source: Uint8Array, at: number): boolean {
  const kind = source[at + 17]
  return (
    source[at + 10] === 0x20 &&
    source[at + 16] === 0x20 &&
    (kind === 0x6e || kind === 0x66) &&
    isSpace(source[at + 18]) &&
    isSpace(source[at + 19])
  )
}

function endsTidily(source: Uint8Array, at: number): boolean {
  const next = source[at]
  return next !== undefined && (isSpace(next) || next === 0x74 || (next >= 0x30 && next <= 0x39))
}

function readEntry(parser: Parser, base: number): XrefEntry {
  parser.skipSpace()
  const offset = parser.takeUnsigned()
  parser.skipSpace()
  const generation = offset === null ? null : parser.takeUnsigned()
  parser.skipSpace()
  if (offset === null || generation === null) damaged('malformed cross-reference entry', parser.position)
  if (parser.takeKeyword('f')) return { kind: 'free' }
  if (!parser.takeKeyword('n')) damaged('malformed cross-reference entry', parser.position)
  return { kind: 'offset', offset: offset + base, generation }
}

/** Parses a cross-reference stream (§7.5.8). Its own keys must be direct, because nothing can be resolved yet. */
function readStream(
  parser: Parser,
  offset: number,
  base: number,
  hidden: boolean,
  budget: DecodingBudget,
): XrefSection {
  const object = parser.parseIndirect()
  const stream = object.value
  if (!(stream instanceof PdfStream) || nameOf(stream.dict.get('Type')) !== 'XRef')
    damaged('cross-reference stream expected', offset)
  const { dict, dataStart } = stream
  const length = integerOf(dict.get('Length'))
  if (length === null || length < 0 || dataStart + length > parser.source.length)
    damaged('length of cross-reference stream', offset)
  parser.position = dataStart + length
  parser.skipSpace()
  if (!parser.takeKeyword('endstream')) damaged('endstream expected', parser.position)
  parser.skipSpace()
  if (!parser.takeKeyword('endobj')) damaged('endobj expected', parser.position)
  const data = decodeStream(parser.source.subarray(dataStart, dataStart + length), dict, (value) => value)
  budget.decoded -= data.length
  if (budget.decoded < 0) damaged('cross-reference streams are too large', offset)
  return section(
    'stream',
    offset,
    hidden ? parser.position : endOfRevision(parser),
    dict,
    hidden,
    readRuns(dict, data, base, offset),
  )
}

function readRuns(dict: PdfDict, data: Uint8Array, base: number, offset: number): Subsection[] {
  const integers = (key: string): number[] | null => {
    const value = dict.get(key)
    if (!(value instanceof PdfArray)) return null
    return value.items.map((item) => integerOf(item) ?? damaged(`${key} holds no integers`, offset))
  }
  const widths = integers('W') ?? damaged('W is missing', offset)
  if (widths.length < 3 || widths.some((width) => width < 0 || width > 8)) damaged('W out of range', offset)
  const rowLength = widths.reduce((sum, width) => sum + width, 0)
  if (rowLength === 0) damaged('W out of range', offset)
  const index = integers('Index') ?? [0, integerOf(dict.get('Size')) ?? damaged('Size is missing', offset)]
  const runs: Subsection[] = []
  let row = 0
  for (let i = 0; i + 1 < index.length; i += 2) {
    const first = index[i]!
    const count = index[i + 1]!
    if (first < 0 || count < 0 || first + count > maxObjectNumber + 1) damaged('object number out of range', offset)
    if ((row + count) * rowLength > data.length) damaged('cross-reference stream is cut', offset)
    const from = row
    if (count > 0) runs.push({ first, count, entry: (at) => readRow(data, (from + at) * rowLength, widths, base) })
    row += count
  }
  return runs
}

function readRow(data: Uint8Array, at: number, widths: number[], base: number): XrefEntry {
  const fields = [1, 0, 0]
  let position = at
  for (let field = 0; field < 3; field++) {
    const width = widths[field]!
    if (width === 0) continue
    let value = 0
    for (let i = 0; i < width; i++) value = value * 256 + data[position++]!
    fields[field] = value
  }
  const [kind, second, third] = fields as [number, number, number]
  if (kind === 0) return { kind: 'free' }
  if (kind === 1) return { kind: 'offset', offset: second + base, generation: third }
  if (kind === 2) return { kind: 'compressed', container: second, index: third }
  // §7.5.8.3: an unknown type means the null object.
  return { kind: 'free' }
}

/**
 * The offset after `startxref n %%EOF` and one line end, where a file cut there ends (§7.5.5). The first section of a
 * linearized file may have no such line: it then ends inside its revision.
 */
function endOfRevision(parser: Parser): number {
  const { source } = parser
  const sectionEnd = parser.position
  parser.skipSpace()
  if (!parser.takeKeyword('startxref')) return sectionEnd
  parser.skipSpace()
  parser.takeUnsigned()
  // A missing %%EOF is common and harmless at the end of a file.
  let end = parser.position
  const mark = indexOf(source, '%%EOF', end, Math.min(source.length, end + 64))
  if (mark >= 0) end = mark + 5
  if (source[end] === 0x0d) end++
  if (source[end] === 0x0a) end++
  return end
}

function section(
  kind: 'table' | 'stream',
  offset: number,
  end: number,
  trailer: PdfDict,
  hidden: boolean,
  subsections: Subsection[],
): XrefSection {
  const runs = subsections.toSorted((a, b) => a.first - b.first)
  // Readers disagree on duplicate entries in one section.
  if (runs.some((run, i) => i > 0 && runs[i - 1]!.first + runs[i - 1]!.count > run.first)) {
    damaged('cross-reference section lists an object twice', offset)
  }
  const last = runs.at(-1)
  const limit = last ? last.first + last.count : 0
  const lookup = (number: number): XrefEntry | null => {
    let low = 0
    let high = runs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (runs[middle]!.first <= number) low = middle + 1
      else high = middle
    }
    const run = runs[low - 1]
    return run && number < run.first + run.count ? run.entry(number - run.first) : null
  }
  function* numbers(): Generator<number> {
    for (const run of runs) for (let i = 0; i < run.count; i++) yield run.first + i
  }
  return { kind, offset, end, trailer, hidden, lookup, numbers, limit }
}
