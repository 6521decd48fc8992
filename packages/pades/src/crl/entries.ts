import { DerError, Tag } from '../cms/der.ts'
import { children, contentOf, type DerNode, expectTag, readNode, readOctets, readOid } from '../cms/read-der.ts'
import { smallValue, timeOf } from '../cms/values.ts'
import { reasonName } from './reason.ts'

/** The entry of one certificate (RFC 5280 §5.3). */
export type CrlEntry = {
  revokedAt: Date
  /** 'keyCompromise', 'certificateHold'…; null when absent. */
  reason: string | null
  /** Suspected start of misuse (RFC 5280 §5.3.2). */
  invalidSince: Date | null
  /** True when the entry has an unknown critical extension: the list must not be used (§5.3). */
  unusable: boolean
}

const reasonCode = '2.5.29.21'
const invalidityDate = '2.5.29.24'

/** A raw entry: SEQUENCE { userCertificate INTEGER, revocationDate Time, crlEntryExtensions OPTIONAL }. */
function readEntry(node: DerNode): CrlEntry {
  const [, date, extensions] = children(node)
  const entry: CrlEntry = {
    revokedAt: timeOf(date, 'revocation date'),
    reason: null,
    invalidSince: null,
    unusable: false,
  }
  for (const extension of extensions ? children(expectTag(extensions, Tag.sequence, 'entry extensions')) : []) {
    const parts = children(extension)
    const type = readOid(parts[0])
    const value = readNode(readOctets(parts.at(-1)))
    if (type === reasonCode) entry.reason = reasonName(smallValue(value, 'reason', 0x0a))
    else if (type === invalidityDate) entry.invalidSince = timeOf(value, 'invalidity date')
    else if (parts[1]?.tag === Tag.boolean && contentOf(parts[1])[0] !== 0) entry.unusable = true
  }
  return entry
}

/**
 * Finds a serial number in `revokedCertificates` by a linear scan. A national authority's list has half a million
 * entries and is queried once or twice per file: a scan takes milliseconds and no memory, an index a second and a
 * hundred megabytes.
 *
 * @param list The SEQUENCE OF entries; null when the list is empty.
 * @param serial Octets of the INTEGER, without leading zero octets.
 * @throws DerError for a damaged entry.
 */
export function findEntry(list: DerNode | null, serial: Uint8Array): CrlEntry | null {
  if (!list) return null
  const { bytes, contentEnd } = list
  for (let at = list.contentStart; at < contentEnd;) {
    // entries are short: the length is nearly always one octet, and that case needs no objects
    const short = (bytes[at + 1] ?? 0x80) < 0x80
    const bodyAt = short ? at + 2 : readNode(bytes, at, contentEnd).contentStart
    const end = short ? at + 2 + (bytes[at + 1] ?? 0) : readNode(bytes, at, contentEnd).end
    if (bytes[at] !== Tag.sequence || end > contentEnd || bytes[bodyAt] !== Tag.integer)
      throw new DerError('not an entry of a CRL')
    if (isSerial(bytes, bodyAt, end, serial)) return readEntry(readNode(bytes, at, contentEnd))
    at = end
  }
  return null
}

/** True if the INTEGER at this place is the serial number, ignoring leading zero octets. */
function isSerial(bytes: Uint8Array, at: number, limit: number, serial: Uint8Array): boolean {
  const length = bytes[at + 1] ?? 0
  let from = at + 2
  const end = from + length
  if (length >= 0x80 || end > limit) throw new DerError('serial number runs past its entry')
  while (from < end - 1 && bytes[from] === 0) from++
  if (end - from !== serial.length) return false
  // from the end: an authority's serials often share a prefix
  for (let i = serial.length - 1; i >= 0; i--) if (bytes[from + i] !== serial[i]) return false
  return true
}
