import { PadesError } from '../errors.ts'
import { PdfDict, PdfRef, integerOf, nameOf } from './objects.ts'
import type { PdfValue } from './objects.ts'
import { Parser, isSpace } from './parser.ts'

/**
 * An object found by looking for its header, in a file whose cross-reference cannot be followed. `body` is its text as
 * it stands, up to the `stream` keyword; `value` is null when that text cannot be parsed. `cut`: the file ends inside.
 */
export type LooseObject = {
  number: number
  generation: number
  position: number
  body: { start: number; end: number }
  value: PdfValue | undefined
  data: { start: number; end: number; declared: boolean } | null
  cut: boolean
}

export type Scan = { objects: LooseObject[]; trailers: { dict: PdfDict; position: number }[] }

const maxObjectNumber = 8_388_607
const space = String.raw`[\0\t\n\f\r ]`
const header = String.raw`(\d{1,10})${space}{1,32}(\d{1,5})${space}{1,32}obj(?![A-Za-z0-9])`

/**
 * Finds every object and trailer dictionary by its keyword, in file order, without going into the data of streams: a
 * PDF attached to the file is not a part of it. Throws `pdf_damaged` when the file is made to be read over and over.
 */
export function scan(bytes: Uint8Array): Scan {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const lengths = integerObjects(text)
  const found: Scan = { objects: [], trailers: [] }
  const next = new RegExp(`${header}|trailer`, 'g')
  let work = bytes.length * 16 + 1_000_000
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const after = match.index + match[0].length
    const parser = new Parser(bytes, after)
    const end = match[1] === undefined ? readTrailer(parser, match.index, found) : null
    if (end !== null) next.lastIndex = end
    else if (match[1] !== undefined) {
      const object = readLoose(text, parser, match, lengths)
      if (object.number <= maxObjectNumber) found.objects.push(object)
      next.lastIndex = object.data ? object.data.end : Math.max(after, object.value === undefined ? 0 : object.body.end)
    }
    work -= parser.position - match.index
    if (work < 0) throw new PadesError('pdf_damaged', { reason: 'objects overlap' })
  }
  return found
}

function tryParse(parser: Parser): PdfValue | undefined {
  try {
    return parser.parseValue()
  } catch (error) {
    if (error instanceof PadesError) return undefined
    throw error
  }
}

function readTrailer(parser: Parser, position: number, found: Scan): number | null {
  const dict = tryParse(parser)
  if (!(dict instanceof PdfDict)) return null
  found.trailers.push({ dict, position })
  return parser.position
}

/** Objects that are one integer, which is what the lengths of streams refer to. */
function integerObjects(text: string): Map<number, number> {
  const lengths = new Map<number, number>()
  for (const [, number, , value] of text.matchAll(new RegExp(`${header}${space}{1,32}(\\d{1,12})${space}`, 'g')))
    lengths.set(Number(number), Number(value))
  return lengths
}

function readLoose(
  text: string,
  parser: Parser,
  match: RegExpExecArray,
  lengths: ReadonlyMap<number, number>,
): LooseObject {
  const start = parser.position
  const base = { number: Number(match[1]), generation: Number(match[2]), position: match.index }
  parser.skipSpace()
  if (parser.takeKeyword('endobj')) return { ...base, body: { start, end: start }, value: null, data: null, cut: false }
  const value = tryParse(parser)
  if (value === undefined) {
    const end = endOfMalformed(text, start)
    return { ...base, body: { start, end: end ?? text.length }, value, data: null, cut: end === null }
  }
  const body = { start, end: parser.position }
  parser.skipSpace()
  if (!(value instanceof PdfDict) || !parser.takeKeyword('stream')) {
    // at the end of the file a dictionary may have lost its stream, and a number its last digits
    const rest = text.slice(parser.position, parser.position + 8)
    const cut = value instanceof PdfDict ? 'stream'.startsWith(rest) : typeof value === 'number' && rest === ''
    return { ...base, body, value, data: null, cut }
  }
  if (text[parser.position] === '\r') parser.position++
  if (text[parser.position] === '\n') parser.position++
  const { cut, ...data } = streamExtent(text, parser.position, value, lengths)
  return { ...base, body, value, data, cut }
}

/** Up to `endobj` or the next object; null when neither comes. */
function endOfMalformed(text: string, start: number): number | null {
  const follower = new RegExp(`${header}|endobj`, 'g')
  follower.lastIndex = start
  return follower.exec(text)?.index ?? null
}

/** The declared length when `endstream` or `endobj` follows it; otherwise up to that keyword, whose end of line is not data. */
function streamExtent(
  text: string,
  start: number,
  dict: PdfDict,
  lengths: ReadonlyMap<number, number>,
): { start: number; end: number; declared: boolean; cut: boolean } {
  const stated = dict.get('Length')
  const length = stated instanceof PdfRef ? (lengths.get(stated.number) ?? null) : integerOf(stated)
  if (length !== null && length >= 0 && start + length <= text.length) {
    let at = start + length
    while (at < text.length && isSpace(text.charCodeAt(at))) at++
    if (text.startsWith('endstream', at) || text.startsWith('endobj', at))
      return { start, end: start + length, declared: true, cut: false }
  }
  // looked for from the end first, so that no file makes each of its streams search the whole rest in vain
  const keyword = text.lastIndexOf('endstream') < start ? -1 : text.indexOf('endstream', start)
  const fallback = keyword < 0 ? text.indexOf('endobj', start) : keyword
  let end = fallback < 0 ? text.length : fallback
  if (fallback >= 0 && text[end - 1] === '\n') end--
  if (fallback >= 0 && text[end - 1] === '\r') end--
  return { start, end: Math.max(start, end), declared: false, cut: fallback < 0 }
}

/** `/Type` of a loose dictionary or stream, when it is a direct name. */
export function typeOf(object: LooseObject): string | null {
  return object.value instanceof PdfDict ? nameOf(object.value.get('Type')) : null
}
