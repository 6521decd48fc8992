import { DerError } from '../cms/der.ts'
import { readNode } from '../cms/read-der.ts'
import type { PdfFile } from '../pdf/file.ts'
import { integerOf, PdfArray, type PdfDict, PdfString } from '../pdf/objects.ts'
import { isSpace } from '../pdf/parser.ts'

/** Offset and length of the two signed parts, in bytes (ISO 32000-2 §12.8.1). */
export type ByteRange = readonly [number, number, number, number]

/** Why a signature dictionary is not credible. */
export type RangeProblem =
  | 'signature_dictionary_unreadable'
  | 'signature_in_object_stream'
  | 'repeated_key'
  | 'byte_range_malformed'
  | 'contents_malformed'
  | 'gap_is_not_contents'
  | 'end_is_not_a_revision'

/** The place of the CMS and the signed bytes, or why the dictionary is not credible. */
export type SignedRange = { range: ByteRange; contents: Uint8Array; end: number }

const isHexDigit = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)

/**
 * ISO 32000-2 §12.8.1: `[0 a b c]`, four direct integers. Zero, negative, missing, null, overlapping and over-long
 * ranges are signature forgery (Mladenov et al., "1 Trillion Dollar Refund", CCS 2019), so nothing is repaired.
 */
export function readByteRange(dict: PdfDict, fileLength: number): ByteRange | null {
  const array = dict.get('ByteRange')
  if (!(array instanceof PdfArray) || array.items.length !== 4) return null
  const [start, first, second, rest] = array.items.map(integerOf)
  if (start !== 0 || first === null || second === null || rest === null) return null
  if (first === undefined || second === undefined || rest === undefined) return null
  if (first <= 0 || rest <= 0 || second <= first || second + rest > fileLength) return null
  return [0, first, second, rest]
}

/**
 * The gap contains only `<`, hexadecimal digits and `>`: white space between digits could hide a second document. White
 * space before the `>` is padding, and so is an odd zero at the end (ISO 32000-2 §7.3.4.3).
 */
function isPlainHex(bytes: Uint8Array, from: number, to: number): boolean {
  let end = to - 1
  if (bytes[from] !== 0x3c || bytes[end] !== 0x3e) return false
  while (isSpace(bytes[end - 1])) end--
  const count = end - from - 1
  if (count < 2 || (count % 2 === 1 && bytes[end - 1] !== 0x30)) return false
  for (let i = from + 1; i < end; i++) if (!isHexDigit(bytes[i] ?? 0)) return false
  return true
}

/**
 * Checks the dictionary against the file's bytes: it is in the file itself, the gap is exactly the raw /Contents
 * (signature wrapping separates them) and the signed bytes end with `%%EOF`.
 */
export function checkSignedRange(file: PdfFile, dict: PdfDict): SignedRange | RangeProblem {
  if (dict.source !== file.bytes) return 'signature_in_object_stream'
  if (dict.repeated.length > 0) return 'repeated_key'
  const range = readByteRange(dict, file.bytes.length)
  if (!range) return 'byte_range_malformed'
  const contents = dict.get('Contents')
  const span = dict.spans.get('Contents')
  if (!(contents instanceof PdfString) || !contents.hex || !span) return 'contents_malformed'
  if (span.start !== range[1] || span.end !== range[2]) return 'gap_is_not_contents'
  if (!isPlainHex(file.bytes, span.start, span.end)) return 'contents_malformed'
  const end = range[2] + range[3]
  const cms = file.encryption ? withoutRest(contents.bytes) : contents.bytes
  return endsRevision(file.bytes, end) ? { range, contents: cms, end } : 'end_is_not_a_revision'
}

/** PDFBox encrypts the zeros reserved for the CMS of an encrypted file, so the rest of them is no zero padding. */
function withoutRest(contents: Uint8Array): Uint8Array {
  try {
    return contents.subarray(0, readNode(contents).end)
  } catch (error) {
    if (error instanceof DerError) return contents
    throw error
  }
}

/** A line end and one blank line after `%%EOF`, as far as present. */
const MAX_SPACE = 4

/** Start of the white space at the end of a file; `end` when it is more than a blank line. */
export function endWithoutSpace(bytes: Uint8Array, end = bytes.length): number {
  let at = end
  while (at > 0 && isSpace(bytes[at - 1])) at--
  return end - at <= MAX_SPACE ? at : end
}

/** `%%EOF` before `end`, with at most an end of line and a blank line (ISO 32000-2 §7.5.5). */
export function endsRevision(bytes: Uint8Array, end: number): boolean {
  const at = endWithoutSpace(bytes, end)
  const mark = Buffer.from(bytes.buffer, bytes.byteOffset + Math.max(0, at - 5), Math.min(5, at))
  return mark.toString('latin1') === '%%EOF'
}

/** The bytes that a range covers, in two views. */
export const coveredBytes = (bytes: Uint8Array, [start, first, second, rest]: ByteRange): [Uint8Array, Uint8Array] => [
  bytes.subarray(start, first),
  bytes.subarray(second, second + rest),
]
