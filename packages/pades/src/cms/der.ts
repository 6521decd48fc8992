/**
 * DER (X.690) by hand. Others must read signatures bit for bit, so output is exact, and input keeps its offsets: the
 * signed attributes are hashed as encoded in the file (RFC 5652 §5.4).
 */

/** Universal tags that CMS uses, as their identifier octet. */
export const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** A damaged or forbidden encoding. */
export class DerError extends Error {}

/** Concatenates into new memory. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const joined = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Whether two byte strings are equal; not in constant time, so not for secrets. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Lexicographic order of encodings, required by DER for a SET OF (X.690 §11.6). */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function lengthOctets(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return Uint8Array.of(0x80 | octets.length, ...octets)
}

/** One element: identifier octet, definite length in its shortest form, contents. */
export function element(tag: number, ...contents: Uint8Array[]): Uint8Array {
  const body = contents.length === 1 && contents[0] ? contents[0] : concatBytes(contents)
  return concatBytes([Uint8Array.of(tag), lengthOctets(body.length), body])
}

/** A SEQUENCE of encodings. */
export const sequence = (...items: Uint8Array[]): Uint8Array => element(Tag.sequence, ...items)

/** An OCTET STRING. */
export const octetString = (bytes: Uint8Array): Uint8Array => element(Tag.octetString, bytes)

/** A NULL. */
export const nullElement = (): Uint8Array => Uint8Array.of(0x05, 0x00)

/** Contents of a SET OF: sorted by encoding, joined. */
export const sortedSetContents = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes([...items].sort(compareBytes))

/** A SET OF, sorted as DER requires (X.690 §11.6). */
export const setOf = (items: readonly Uint8Array[]): Uint8Array => element(Tag.set, sortedSetContents(items))

/** An INTEGER of one octet. Throws RangeError outside of 0 to 127. */
export function smallInteger(value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value > 127) throw new RangeError('only 0 to 127')
  return Uint8Array.of(Tag.integer, 1, value)
}

/** An OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Uint8Array {
  const arcs = dotted.split('.').map(Number)
  const [first = 0, second = 0, ...rest] = arcs
  const octets: number[] = []
  for (const arc of [first * 40 + second, ...rest]) {
    const group = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) group.unshift((left % 128) | 0x80)
    octets.push(...group)
  }
  return element(Tag.oid, Uint8Array.from(octets))
}

/** AlgorithmIdentifier; the SHA-2 digests and ECDSA go without parameters (RFC 5754 §2, RFC 5758 §3.2). */
export const algorithmIdentifier = (dotted: string, parameters?: Uint8Array): Uint8Array =>
  parameters ? sequence(oid(dotted), parameters) : sequence(oid(dotted))
