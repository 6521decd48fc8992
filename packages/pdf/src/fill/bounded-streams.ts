import { constants, inflateSync } from 'node:zlib'
import { PdfArray, PdfName, PdfStream } from '@libpdf/core'

/** What one file may still inflate to, in bytes; each task sets it anew. */
let left = 0

/**
 * From now on streams are inflated to at most so many bytes, all together. The library inflates whatever a file names as
 * its cross-reference or object stream without a limit, into memory that a thread's own limits do not count: so each
 * stream is first inflated within the limit. Other filters are refused there, as nobody uses them for structure.
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

/** Whether Flate is the one filter of a stream (ISO 32000-2 §7.4.4). */
export function isFlateAlone(stream: PdfStream): boolean {
  const filter = stream.get('Filter')
  const only = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter
  return only instanceof PdfName && only.value === 'FlateDecode'
}

/** What breaks off in the middle is as long as it got; throws when it is damaged, or longer than allowed. */
function inflatedLength(data: Uint8Array, most: number): number {
  const limits = { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH }
  return inflateSync(data, limits).byteLength
}
