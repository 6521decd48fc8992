import { inflateSync } from 'node:zlib'
import { unfilterRows } from '@foja/pdf-core/png-rows'
import { PadesError } from '../errors.ts'
import { PdfArray, PdfDict, integerOf, nameOf } from './objects.ts'
import type { PdfValue } from './objects.ts'
import { isSpace } from './parser.ts'

/** Decoded cross-reference and object streams above this are hostile: 64 MB is over a million objects. */
export const maxDecoded = 64 * 1024 * 1024

function damaged(reason: string): never {
  throw new PadesError('pdf_damaged', { reason })
}

/**
 * Decodes the data of a stream with the filters that structure streams use (ISO 32000-2 §7.4): FlateDecode with PNG
 * and TIFF predictors, ASCIIHexDecode and ASCII85Decode. `resolve` follows references; `spend` is called with the
 * output size of each filter, and may throw. Errors: `pdf_damaged`.
 */
export function decodeStream(
  raw: Uint8Array,
  dict: PdfDict,
  resolve: (value: PdfValue) => PdfValue,
  spend?: (bytes: number) => void,
): Uint8Array {
  const listed = (key: string): PdfValue[] => {
    const value = resolve(dict.get(key))
    return value instanceof PdfArray ? value.items.map(resolve) : value === null ? [] : [value]
  }
  const filters = listed('Filter')
  const parameters = listed('DecodeParms')
  if (filters.length > 4) damaged('too many filters')
  let data = raw
  filters.forEach((filter, index) => {
    const name = nameOf(filter)
    if (name === 'FlateDecode' || name === 'Fl') data = unpredict(inflate(data), parameters[index] ?? null, resolve)
    else if (name === 'ASCIIHexDecode' || name === 'AHx') data = decodeHex(data)
    else if (name === 'ASCII85Decode' || name === 'A85') data = decodeAscii85(data)
    // decrypted already (§7.4.10)
    else if (name === 'Crypt' && index === 0) return
    else damaged(`unsupported filter ${name ?? '?'}`)
    spend?.(data.length)
  })
  return data
}

function inflate(data: Uint8Array): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: maxDecoded })
  } catch {
    return damaged('compressed data cannot be read')
  }
}

function decodeHex(data: Uint8Array): Uint8Array {
  const text = Buffer.from(data).toString('latin1')
  const digits = text.split('>')[0]!.replace(/\s+/g, '')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

/** Five digits of base 85 are four octets, `z` is four zeros, `~>` ends (§7.4.3). */
function decodeAscii85(data: Uint8Array): Uint8Array {
  let room = 4
  for (const byte of data) room += byte === 0x7a ? 4 : 1
  if (room > maxDecoded) damaged('decoded data is too large')
  const out = new Uint8Array(room)
  let length = 0
  let group: number[] = []
  const flush = (count: number): void => {
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0)
    for (let i = 0; i < count; i++) out[length++] = Math.floor(value / 256 ** (3 - i)) & 255
    group = []
  }
  for (const byte of data) {
    if (byte === 0x7e) break
    if (byte === 0x7a && group.length === 0) length += 4
    else if (byte >= 0x21 && byte <= 0x75) group.push(byte - 0x21)
    else if (!isSpace(byte)) damaged('malformed base 85')
    if (group.length === 5) flush(4)
  }
  const rest = group.length - 1
  while (group.length > 0 && group.length < 5) group.push(84)
  if (rest > 0) flush(rest)
  return out.subarray(0, length)
}

/** Undoes the predictor (§7.4.4.4): 1 none, 2 TIFF (of whole octets), 10–15 PNG. */
function unpredict(data: Uint8Array, parameters: PdfValue, resolve: (value: PdfValue) => PdfValue): Uint8Array {
  if (!(parameters instanceof PdfDict)) return data
  const number = (key: string, fallback: number): number => integerOf(resolve(parameters.get(key))) ?? fallback
  const predictor = number('Predictor', 1)
  if (predictor === 1) return data
  const bits = number('BitsPerComponent', 8) * number('Colors', 1)
  const columns = number('Columns', 1)
  if (bits < 1 || bits > 128 || columns < 1 || columns > 65536) damaged('predictor parameters out of range')
  const rowLength = Math.ceil((bits * columns) / 8)
  if (predictor === 2 && number('BitsPerComponent', 8) === 8) return unfilterTiff(data, rowLength, bits >> 3)
  if (predictor < 10) damaged('unsupported predictor')
  return unfilterRows(data, rowLength, Math.max(1, bits >> 3)) ?? damaged('unknown row filter')
}

/** Undoes the differences to the left neighbour (TIFF 6.0 §14); lengths in octets. */
function unfilterTiff(data: Uint8Array, rowLength: number, step: number): Uint8Array {
  const out = Uint8Array.from(data)
  for (let i = 0; i < out.length; i++) if (i % rowLength >= step) out[i] = out[i]! + out[i - step]!
  return out
}
