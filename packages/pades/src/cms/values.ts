import { DerError, element, Tag } from './der.ts'
import { contentOf, type DerNode, encodingOf, expectTag, readTime } from './read-der.ts'

/** A non-negative INTEGER from its magnitude, most significant octet first, in its shortest form (X.690 §8.3.2). */
export function unsignedInteger(magnitude: Uint8Array): Uint8Array {
  const bytes = magnitudeOf(magnitude)
  return (bytes[0] ?? 0) & 0x80 || bytes.length === 0
    ? element(Tag.integer, Uint8Array.of(0), bytes)
    : element(Tag.integer, bytes)
}

/** Strips leading zero octets, so that two encodings of one number compare equal. */
export function magnitudeOf(bytes: Uint8Array): Uint8Array {
  let from = 0
  while (from < bytes.length - 1 && bytes[from] === 0) from++
  return bytes.subarray(from)
}

/** Uppercase hexadecimal without leading zero octets, the form of `Certificate.serialNumber`. */
export const serialText = (content: Uint8Array): string =>
  Buffer.from(magnitudeOf(content)).toString('hex').toUpperCase()

/** Longer numbers occur in no timestamp, OCSP response or CRL: serials are limited to 20 octets (RFC 5280 §4.1.2.2). */
const MAX_INTEGER = 64

/** The octets of an INTEGER. */
export function integerContent(node: DerNode | undefined, what: string, tag: number = Tag.integer): Uint8Array {
  const content = contentOf(expectTag(node, tag, what))
  if (content.length === 0 || content.length > MAX_INTEGER) throw new DerError(`${what} is no integer`)
  return content
}

/** A small non-negative INTEGER (or ENUMERATED, by its tag). */
export function smallValue(node: DerNode | undefined, what: string, tag: number = Tag.integer): number {
  const content = integerContent(node, what, tag)
  if (content.length > 5 || (content[0] ?? 0) & 0x80) throw new DerError(`${what} is out of range`)
  return content.reduce((value, octet) => value * 256 + octet, 0)
}

/** A time in Zulu with its fraction of a second, to the millisecond (RFC 3161 §2.4.2 permits fractions in genTime). */
export function timeOf(node: DerNode | undefined, what: string): Date {
  const whole = node && readTime(node)
  if (!node || !whole) throw new DerError(`${what} is not a time`)
  const fraction = /\.(\d+)Z$/.exec(Buffer.from(contentOf(node)).toString('latin1'))?.[1]
  return fraction ? new Date(whole.getTime() + Math.trunc(Number(`0.${fraction.slice(0, 9)}`) * 1000)) : whole
}

/** The octets of a BIT STRING without unused bits, as signatures and keys are written. */
export function wholeBits(node: DerNode | undefined, what: string): Uint8Array {
  const content = contentOf(expectTag(node, Tag.bitString, what))
  if (content[0] !== 0) throw new DerError(`${what} is not whole octets`)
  return content.subarray(1)
}

/** A signed X.509 structure: signed bytes, algorithm and signature. */
export type SignedStructure = {
  tbs: Uint8Array
  signatureAlgorithm: string
  signatureAlgorithmDer: Uint8Array
  signature: Uint8Array
}

/** True if a node exists and is a SEQUENCE. */
export const isSequence = (node: DerNode | undefined): node is DerNode => node?.tag === Tag.sequence

/** The encoding of a node, copied, so that a short excerpt does not keep a large file in memory. */
export const copyOf = (node: DerNode): Uint8Array => Uint8Array.from(encodingOf(node))
