import { templateFileSchema, type TemplateFile } from '@foja/contracts/templates'
import { Readable } from 'node:stream'
import { validate } from '../../http/validate.ts'
import { isTooComplex } from '../../http/json-parts.ts'
import { jsonLimits } from '../../http/limits.ts'
import { ProblemError } from '../../http/problem.ts'

/** A template file without its PDF. */
export type TemplateFileHead = Omit<TemplateFile, 'pdf'>

/** A multiple of 3, so that base64 pieces join without padding. */
const pieceBytes = 48 * 1024

/** Splits a stream into pieces of that size; the last one may be shorter. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= pieceBytes) {
      yield rest.subarray(0, pieceBytes)
      rest = rest.subarray(pieceBytes)
    }
  }
  if (rest.length > 0) yield rest
}

async function* textOf(start: string, pdf: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield start
  for await (const piece of inPieces(pdf)) yield piece.toString('base64')
  yield '"}\n'
}

/** Streams a template as one JSON file; the PDF in base64 is its last member. `length` in bytes. */
export function writeTemplateFile(
  head: TemplateFileHead,
  pdf: AsyncIterable<Uint8Array>,
  pdfBytes: number,
): { stream: Readable; length: number } {
  const start = `${JSON.stringify(head).slice(0, -1)},"pdf":"`
  const length = Buffer.byteLength(start) + Math.ceil(pdfBytes / 3) * 4 + '"}\n'.length
  return { stream: Readable.from(textOf(start, pdf), { objectMode: false }), length }
}

const wrong = (cause?: unknown) => new ProblemError('template_file_wrong', { field: 'files.0', cause })

/**
 * Limit for the text around the PDF, as large as what can be saved: hostile files must not make the server parse more.
 */
const mostAround = 5 * 1024 * 1024

/** Cuts the base64 PDF out of the text, so that the rest is small enough to parse as JSON. */
function cutOut(text: string): { around: string; base64: string } {
  const member = /"pdf"\s{0,8}:\s{0,8}"/.exec(text)
  const from = member === null ? -1 : member.index + member[0].length
  const to = member === null ? -1 : text.indexOf('"', from)
  if (to < 0 || text.length - (to - from) > mostAround) throw wrong()
  return { around: text.slice(0, from) + text.slice(to), base64: text.slice(from, to) }
}

function parseHead(around: string): TemplateFileHead {
  if (isTooComplex(around, jsonLimits.large.values)) throw wrong()
  try {
    const { pdf: _empty, ...head } = validate(templateFileSchema, JSON.parse(around))
    return head
  } catch (error) {
    throw wrong(error)
  }
}

/**
 * Reads a template file.
 * @throws ProblemError template_file_wrong
 */
export function readTemplateFile(bytes: Buffer): TemplateFileHead & { pdf: Buffer } {
  const { around, base64 } = cutOut(bytes.toString('utf8'))
  const head = parseHead(around)
  const pdf = Buffer.from(base64, 'base64')
  // The decoder silently skips invalid base64.
  if (pdf.length === 0 || pdf.toString('base64') !== base64) throw wrong()
  return { ...head, pdf }
}
