import { toLatin1 } from './bytes.ts'
import { concatBytes, DerError, Tag } from './der.ts'

/** One element of an encoding, by offsets into its bytes. */
export type DerNode = {
  bytes: Uint8Array
  tag: number
  constructed: boolean
  start: number
  contentStart: number
  contentEnd: number
  end: number
  indefinite: boolean
}

/** Limits: a real CMS nests about 12 deep; a hostile one must not exhaust stack or time. */
const MAX_DEPTH = 40

function readLength(bytes: Uint8Array, at: number, limit: number): { length: number | null; next: number } {
  const first = bytes[at]
  if (first === undefined || at >= limit) throw new DerError('length is missing')
  if (first < 0x80) return { length: first, next: at + 1 }
  if (first === 0x80) return { length: null, next: at + 1 }
  const count = first & 0x7f
  if (count > 4 || at + 1 + count > limit) throw new DerError('length is too long')
  let length = 0
  for (let i = 1; i <= count; i++) length = length * 256 + (bytes[at + i] ?? 0)
  return { length, next: at + 1 + count }
}

/**
 * Reads the element at an offset. Supports BER's indefinite lengths, because NSS and Java write them in real
 * signatures; tags above 30 do not occur in CMS and are refused.
 */
export function readNode(bytes: Uint8Array, start = 0, limit = bytes.length, depth = 0): DerNode {
  if (depth > MAX_DEPTH) throw new DerError('nested too deep')
  const tag = bytes[start]
  if (tag === undefined || start >= limit) throw new DerError('element is missing')
  if ((tag & 0x1f) === 0x1f) throw new DerError('high tag numbers are not used in CMS')
  const constructed = (tag & 0x20) !== 0
  const { length, next } = readLength(bytes, start + 1, limit)
  if (length !== null) {
    const end = next + length
    if (end > limit) throw new DerError('element runs past its container')
    return { bytes, tag, constructed, start, contentStart: next, contentEnd: end, end, indefinite: false }
  }
  if (!constructed) throw new DerError('primitive element of indefinite length')
  let at = next
  while (!(bytes[at] === 0 && bytes[at + 1] === 0)) at = readNode(bytes, at, limit, depth + 1).end
  if (at + 2 > limit) throw new DerError('end of contents is missing')
  return { bytes, tag, constructed, start, contentStart: next, contentEnd: at, end: at + 2, indefinite: true }
}

/** The elements inside a constructed one. */
export function children(node: DerNode): DerNode[] {
  if (!node.constructed) throw new DerError('element is primitive')
  const found: DerNode[] = []
  for (let at = node.contentStart; at < node.contentEnd;) {
    const child = readNode(node.bytes, at, node.contentEnd)
    found.push(child)
    at = child.end
  }
  return found
}

/** Tag, length and content of a node, not copied. */
export const encodingOf = (node: DerNode): Uint8Array => node.bytes.subarray(node.start, node.end)

/** The content of a node, not copied. */
export const contentOf = (node: DerNode): Uint8Array => node.bytes.subarray(node.contentStart, node.contentEnd)

/** The child at a place, with the tag that the schema requires. */
export function expectTag(node: DerNode | undefined, tag: number, what: string): DerNode {
  if (!node || node.tag !== tag) throw new DerError(`${what} is missing`)
  return node
}

/** An OBJECT IDENTIFIER as dotted text. Throws DerError for another node. */
export function readOid(node: DerNode | undefined): string {
  const content = contentOf(expectTag(node, Tag.oid, 'object identifier'))
  if (content.length === 0 || content.length > 64 || (content.at(-1) ?? 0) & 0x80)
    throw new DerError('bad object identifier')
  const arcs: number[] = []
  let arc = 0
  for (const octet of content) {
    arc = arc * 128 + (octet & 0x7f)
    if (octet & 0x80) continue
    if (arcs.length === 0) arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)))
    else arcs.push(arc)
    arc = 0
  }
  return arcs.join('.')
}

/** An OCTET STRING; BER may split it into pieces (X.690 §8.7.3). */
export function readOctets(node: DerNode | undefined, depth = 0): Uint8Array {
  if (node?.tag === Tag.octetString) return contentOf(node)
  if (node?.tag !== (Tag.octetString | 0x20) || depth > MAX_DEPTH) throw new DerError('octet string is missing')
  return concatBytes(children(node).map((piece) => readOctets(piece, depth + 1)))
}

/** UTCTime or GeneralizedTime in Zulu; null when written otherwise (RFC 5652 §11.3). */
export function readTime(node: DerNode): Date | null {
  const text = toLatin1(contentOf(node))
  const parts =
    node.tag === Tag.utcTime
      ? /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text)
      : node.tag === Tag.generalizedTime
        ? /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.\d+)?Z$/.exec(text)
        : null
  if (!parts) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  const full = node.tag === Tag.utcTime ? (year < 50 ? 2000 + year : 1900 + year) : year
  return new Date(Date.UTC(full, month - 1, day, hour, minute, second))
}

/** Issuer name and serial number of a certificate, as encoded, for comparison with IssuerAndSerialNumber. */
export function issuerAndSerialOf(certificate: Uint8Array): {
  issuer: Uint8Array
  serial: Uint8Array
  subject: Uint8Array
} {
  const tbs = children(expectTag(children(readNode(certificate))[0], Tag.sequence, 'tbsCertificate'))
  // TBSCertificate: [0] version DEFAULT v1, serialNumber, signature, issuer, validity, subject (RFC 5280 §4.1)
  const first = tbs[0]?.tag === 0xa0 ? 1 : 0
  return {
    serial: encodingOf(expectTag(tbs[first], Tag.integer, 'serial number')),
    issuer: encodingOf(expectTag(tbs[first + 2], Tag.sequence, 'issuer')),
    subject: encodingOf(expectTag(tbs[first + 4], Tag.sequence, 'subject')),
  }
}
