import { PadesError } from '../errors.ts'
import type { WorkBudget } from '../work-budget.ts'
import { PdfDict, PdfRef, integerOf, nameOf } from './objects.ts'
import type { PdfValue } from './objects.ts'
import { Parser, isSpace } from './parser.ts'

/**
 * An object found by its header, in a file with a broken cross-reference. `body` is its raw text up to the `stream`
 * keyword; `value` is null when it cannot be parsed. `cut`: the file ends inside.
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

/** Cost of an object in addition to its value. */
export const objectSteps = 8
const charactersPerStep = 16
const failureSteps = 100

/**
 * Counts the cost of reading one object: a malformed one costs an error, and may contain others that are read again.
 */
export function spendReading(budget: WorkBudget, characters: number, failed: boolean): void {
  budget.spend(failed ? failureSteps + characters : characters / charactersPerStep)
}

/** Inputs for reading one object. */
type Reading = { text: string; lengths: ReadonlyMap<number, number>; lastEndstream: number; budget: WorkBudget }

/**
 * Finds every object and trailer dictionary by keyword, in file order, skipping stream data: an attached PDF is not
 * part of the file. Each value, object and character costs steps of `budget`, so that no file is read over and over.
 */
export function scan(bytes: Uint8Array, budget: WorkBudget): Scan {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const reading = { text, lengths: integerObjects(text), lastEndstream: text.lastIndexOf('endstream'), budget }
  const found: Scan = { objects: [], trailers: [] }
  const next = new RegExp(`${header}|trailer`, 'g')
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const after = match.index + match[0].length
    const parser = new Parser(bytes, after, null, budget)
    const end = match[1] === undefined ? readTrailer(parser, match.index, found, budget) : null
    if (end !== null) next.lastIndex = end
    else if (match[1] !== undefined) {
      const object = readLoose(reading, parser, match)
      if (object.number <= maxObjectNumber) found.objects.push(object)
      next.lastIndex = object.data ? object.data.end : Math.max(after, object.value === undefined ? 0 : object.body.end)
    }
    budget.spend(objectSteps)
  }
  return found
}

function tryParse(parser: Parser, budget: WorkBudget): PdfValue | undefined {
  const start = parser.position
  try {
    const value = parser.parseValue()
    spendReading(budget, parser.position - start, false)
    return value
  } catch (error) {
    if (!(error instanceof PadesError)) throw error
    spendReading(budget, parser.position - start, true)
    return undefined
  }
}

function readTrailer(parser: Parser, position: number, found: Scan, budget: WorkBudget): number | null {
  const dict = tryParse(parser, budget)
  if (!(dict instanceof PdfDict)) return null
  found.trailers.push({ dict, position })
  return parser.position
}

/** Objects that are one integer, the targets of stream lengths. */
function integerObjects(text: string): Map<number, number> {
  const lengths = new Map<number, number>()
  for (const [, number, , value] of text.matchAll(new RegExp(`${header}${space}{1,32}(\\d{1,12})${space}`, 'g')))
    lengths.set(Number(number), Number(value))
  return lengths
}

function readLoose(reading: Reading, parser: Parser, match: RegExpExecArray): LooseObject {
  const { text } = reading
  const start = parser.position
  const base = { number: Number(match[1]), generation: Number(match[2]), position: match.index }
  parser.skipSpace()
  if (parser.takeKeyword('endobj')) return { ...base, body: { start, end: start }, value: null, data: null, cut: false }
  const value = tryParse(parser, reading.budget)
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
  const { cut, ...data } = streamExtent(reading, parser.position, value)
  return { ...base, body, value, data, cut }
}

/** Up to `endobj` or the next object; null when neither follows. */
function endOfMalformed(text: string, start: number): number | null {
  const follower = new RegExp(`${header}|endobj`, 'g')
  follower.lastIndex = start
  return follower.exec(text)?.index ?? null
}

/** The declared length if `endstream` or `endobj` follows it; otherwise up to that keyword, without its line end. */
function streamExtent(
  { text, lengths, lastEndstream }: Reading,
  start: number,
  dict: PdfDict,
): { start: number; end: number; declared: boolean; cut: boolean } {
  const stated = dict.get('Length')
  const length = stated instanceof PdfRef ? (lengths.get(stated.number) ?? null) : integerOf(stated)
  if (length !== null && length >= 0 && start + length <= text.length) {
    let at = start + length
    while (at < text.length && isSpace(text.charCodeAt(at))) at++
    if (text.startsWith('endstream', at) || text.startsWith('endobj', at))
      return { start, end: start + length, declared: true, cut: false }
  }
  // limits the search, so that no stream scans the whole rest of the file in vain
  const keyword = lastEndstream < start ? -1 : text.indexOf('endstream', start)
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
