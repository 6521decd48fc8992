import { createHash } from 'node:crypto'
import type { SigningHash } from '../cms/oids.ts'

/** A revision with an empty signature, waiting for its CMS or timestamp. */
export type Reserved = {
  /** Length of the original file in bytes. */
  prefixLength: number
  /** The bytes to append, `/Contents` filled with zeros. */
  tail: Uint8Array
  /** Offset in `tail` of the first hexadecimal digit of `/Contents`. */
  contentsOffset: number
  /** Bytes reserved for the CMS (two digits each). */
  contentsSize: number
  /** As written: `[0, a, b, c]`, offsets in the whole file. */
  byteRange: [number, number, number, number]
  hash: SigningHash
  /** Digest by `hash` of the bytes of the ByteRange. */
  digest: Uint8Array
}

/** Text of a signature dictionary, and the offsets of its two placeholders. */
export type ReservedText = { text: string; byteRangeAt: number; contentsAt: number }

/** Three numbers of ten digits, the limit of a cross-reference table (ISO 32000-2 §7.5.4). */
const byteRangeWidth = '0 '.length + 3 * 11

/** A dictionary with `entries`, room for its ByteRange and `contentsSize` bytes of `/Contents`. */
export function reserveContents(before: string, contentsSize: number, after: string): ReservedText {
  const head = `<< ${before}\n/ByteRange [`
  const middle = `${' '.repeat(byteRangeWidth)}]\n/Contents <`
  const text = `${head}${middle}${'0'.repeat(contentsSize * 2)}>${after === '' ? '' : `\n${after}`} >>`
  return { text, byteRangeAt: head.length, contentsAt: head.length + middle.length }
}

/**
 * Fills in the ByteRange, which is known only once the revision is complete, and digests its bytes without joining
 * them. `object` is the number under which `body` was written into `revision`.
 */
export function seal(
  pdf: Uint8Array,
  revision: { tail: Buffer; offsets: Map<number, number> },
  object: number,
  body: ReservedText,
  { contentsSize, hash = 'sha256' }: { contentsSize: number; hash?: SigningHash },
): Reserved {
  const { tail, offsets } = revision
  const bodyAt = offsets.get(object)! - pdf.length + `${object} 0 obj\n`.length
  const contentsOffset = bodyAt + body.contentsAt
  const gapStart = contentsOffset - 1
  const gapEnd = contentsOffset + contentsSize * 2 + 1
  const byteRange: Reserved['byteRange'] = [0, pdf.length + gapStart, pdf.length + gapEnd, tail.length - gapEnd]
  tail.write(byteRange.join(' '), bodyAt + body.byteRangeAt, 'latin1')
  const digest = createHash(hash).update(pdf).update(tail.subarray(0, gapStart)).update(tail.subarray(gapEnd)).digest()
  return { prefixLength: pdf.length, tail, contentsOffset, contentsSize, byteRange, hash, digest }
}
