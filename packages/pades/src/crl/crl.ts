import { type Extension, readExtensions } from '../certificate-extensions.ts'
import { DerError, Tag } from '../cms/der.ts'
import {
  children,
  contentOf,
  type DerNode,
  encodingOf,
  expectTag,
  readNode,
  readOid,
  readOctets,
} from '../cms/read-der.ts'
import { type SignedStructure, smallValue, timeOf, wholeBits } from '../cms/values.ts'
import { PadesError } from '../errors.ts'
import { fullNames } from './distribution-point.ts'
import { reasonName } from './reason.ts'

/** The entry of one certificate (RFC 5280 §5.3). */
type CrlEntry = {
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
function findEntry(list: DerNode | null, serial: Uint8Array): CrlEntry | null {
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

/** Scope of a list (issuingDistributionPoint, RFC 5280 §5.2.5); absent: all certificates of its issuer. */
export type CrlScope = {
  onlyUsers: boolean
  onlyAuthorities: boolean
  onlyAttributeCertificates: boolean
  /** True when it covers only some reasons: other certificates may be revoked for another one. */
  someReasons: boolean
  /** DER GeneralNames of the distribution point; null when the list is not partitioned. */
  names: Uint8Array[] | null
}

/** A certificate revocation list (RFC 5280 §5.1), parsed but not verified. */
export type Crl = SignedStructure & {
  kind: 'crl'
  der: Uint8Array
  /** DER Name. */
  issuer: Uint8Array
  thisUpdate: Date
  nextUpdate: Date | null
  scope: CrlScope
  /** Time since which expired certificates are kept in the list (ISO/IEC 9594-8, expiredCertsOnCRL). */
  keepsExpiredSince: Date | null
  authorityKeyId: string | null
  /** SEQUENCE OF the entries in `der`, not read; see {@link crlEntry}. */
  entries: DerNode | null
}

/** The largest national lists have 30 MB. */
const MAX_CRL = 96 << 20

const CrlOid = {
  authorityKeyIdentifier: '2.5.29.35',
  crlNumber: '2.5.29.20',
  deltaCrlIndicator: '2.5.29.27',
  issuingDistributionPoint: '2.5.29.28',
  freshestCrl: '2.5.29.46',
  expiredCertsOnCrl: '2.5.29.60',
} as const

const understood = new Set<string>(Object.values(CrlOid))

function readScope(value: Uint8Array | undefined): CrlScope {
  const fields = value ? children(expectTag(readNode(value), Tag.sequence, 'issuing distribution point')) : []
  const flag = (tag: number): boolean => fields.some((field) => field.tag === tag && contentOf(field)[0] !== 0)
  if (flag(0x84)) throw new PadesError('revocation_unsupported', { reason: 'indirect CRL' })
  const point = fields.find(({ tag }) => tag === 0xa0)
  return {
    onlyUsers: flag(0x81),
    onlyAuthorities: flag(0x82),
    onlyAttributeCertificates: flag(0x85),
    someReasons: fields.some(({ tag }) => tag === 0x83),
    // a name relative to the issuer never matches: such a list proves nothing here
    names: point ? (fullNames(point) ?? []) : null,
  }
}

function checkExtensions(extensions: Extension[]): void {
  if (extensions.some(({ oid }) => oid === CrlOid.deltaCrlIndicator))
    throw new PadesError('revocation_unsupported', { reason: 'delta CRL' })
  // RFC 5280 §5.2: an unknown critical extension forbids using the list
  const unknown = extensions.find(({ oid, critical }) => critical && !understood.has(oid))
  if (unknown) throw new PadesError('revocation_unsupported', { reason: `critical extension ${unknown.oid}` })
}

/** TBSCertList (RFC 5280 §5.1.2). */
function readList(node: DerNode): Omit<Crl, keyof SignedStructure | 'kind' | 'der'> & { algorithm: DerNode } {
  const fields = children(node)
  // version only indicates v2
  if (fields[0]?.tag === Tag.integer && smallValue(fields.shift(), 'version') !== 1)
    throw new DerError('another version of CRL')
  const [algorithm, issuer, thisUpdate, ...rest] = fields
  const isTime = rest[0]?.tag === Tag.utcTime || rest[0]?.tag === Tag.generalizedTime
  const nextUpdate = isTime ? timeOf(rest.shift(), 'nextUpdate') : null
  const entries = rest[0]?.tag === Tag.sequence ? rest.shift() : undefined
  const extensions = readExtensions(rest.find(({ tag }) => tag === 0xa0))
  checkExtensions(extensions)
  const value = (type: string): Uint8Array | undefined => extensions.find(({ oid }) => oid === type)?.value
  const expired = value(CrlOid.expiredCertsOnCrl)
  const keyId = value(CrlOid.authorityKeyIdentifier)
  const keyNode = keyId && children(readNode(keyId)).find(({ tag }) => tag === 0x80)
  return {
    algorithm: expectTag(algorithm, Tag.sequence, 'signature algorithm'),
    issuer: encodingOf(expectTag(issuer, Tag.sequence, 'issuer')),
    thisUpdate: timeOf(thisUpdate, 'thisUpdate'),
    nextUpdate,
    scope: readScope(value(CrlOid.issuingDistributionPoint)),
    keepsExpiredSince: expired ? timeOf(readNode(expired), 'expiredCertsOnCRL') : null,
    authorityKeyId: keyNode ? Buffer.from(contentOf(keyNode)).toString('hex') : null,
    entries: entries ?? null,
  }
}

function read(der: Uint8Array): Crl {
  if (der.length > MAX_CRL) throw new DerError('larger than any CRL')
  const root = expectTag(readNode(der), Tag.sequence, 'CertificateList')
  if (root.end !== der.length) throw new DerError('trailing bytes')
  const [list, algorithm, signature] = children(root)
  const listNode = expectTag(list, Tag.sequence, 'tbsCertList')
  const algorithmNode = expectTag(algorithm, Tag.sequence, 'signature algorithm')
  const { algorithm: inner, ...content } = readList(listNode)
  // RFC 5280 §5.1.1.2: the algorithm outside the signature must be the one inside
  if (!Buffer.from(encodingOf(inner)).equals(encodingOf(algorithmNode)))
    throw new DerError('signature algorithms differ')
  return {
    kind: 'crl',
    der,
    ...content,
    tbs: encodingOf(listNode),
    signatureAlgorithm: readOid(children(algorithmNode)[0]),
    signatureAlgorithmDer: encodingOf(algorithmNode),
    signature: wholeBits(signature, 'signature'),
  }
}

/** PEM, as some authorities publish it; everything else is parsed as DER. */
function fromPem(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  if (!head.includes('-----BEGIN ')) return bytes
  const body = /-----BEGIN X509 CRL-----([\sA-Za-z0-9+/=]+)-----END/.exec(Buffer.from(bytes).toString('latin1'))?.[1]
  if (!body) throw new DerError('no CRL in the PEM')
  return Buffer.from(body, 'base64')
}

/**
 * Parses a complete CRL in DER or PEM. DER is not copied and the entries are not parsed, so that a list of 30 MB costs
 * nothing until it is used.
 *
 * @throws PadesError 'revocation_unsupported' for delta and indirect lists and unknown critical extensions,
 *   'revocation_damaged' for anything that is no CRL.
 */
export function parseCrl(bytes: Uint8Array): Crl {
  try {
    if (bytes.length > 2 * MAX_CRL) throw new DerError('larger than any CRL')
    return read(fromPem(bytes))
  } catch (error) {
    if (error instanceof PadesError) throw error
    throw new PadesError('revocation_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}

/**
 * The entry of a serial number; null when the list has none.
 *
 * @param serialNumber As `Certificate.serialNumber`.
 * @throws PadesError 'revocation_damaged' when the entries are damaged.
 */
export function crlEntry(crl: Crl, serialNumber: string): CrlEntry | null {
  try {
    return findEntry(crl.entries, Buffer.from(serialNumber, 'hex'))
  } catch (error) {
    throw new PadesError('revocation_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}
