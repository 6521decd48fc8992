import { constants, inflateSync } from 'node:zlib'
import { PdfArray, PdfName, PdfStream } from '@libpdf/core'

/** Remaining bytes that the current file may inflate to; set for each task. */
let left = 0

/**
 * Limits the total size of inflated streams. The library inflates any cross-reference or object stream without a limit,
 * into memory outside a thread's own limits: so each stream is first inflated within the limit. Other filters are
 * refused; they are not used for structure in practice.
 */
export function limitInflation(maxBytes: number): void {
  left = maxBytes
}

const decode: (this: PdfStream) => Uint8Array = Reflect.get(PdfStream.prototype, 'getDecodedData')

PdfStream.prototype.getDecodedData = function boundedDecodedData(this: PdfStream): Uint8Array {
  if (this.has('Filter')) {
    if (!isFlateAlone(this)) throw new Error('a filter other than FlateDecode')
    left -= inflatedLength(this.data, left)
  }
  return decode.call(this)
}

/** True if Flate is a stream's only filter (ISO 32000-2 §7.4.4). */
export function isFlateAlone(stream: PdfStream): boolean {
  const filter = stream.get('Filter')
  const only = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter
  return only instanceof PdfName && only.value === 'FlateDecode'
}

/** Inflates, tolerating truncated data; throws when it is damaged or exceeds the limit. */
function inflatedLength(data: Uint8Array, most: number): number {
  const limits = { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH }
  return inflateSync(data, limits).byteLength
}
