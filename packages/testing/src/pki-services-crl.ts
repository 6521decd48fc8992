import { element, octetString, oid, sequence, smallInteger } from '@foja/pades/cms/der'
import { type CertificateHash, encodeInteger, encodeTime, signatureAlgorithm } from './certificate-encoding.ts'
import type { TestCertificate } from './ca.ts'
import {
  enumerated,
  extension,
  generalizedTime,
  joined,
  keyBitsHash,
  serialInteger,
  signedParts,
  subjectOf,
} from './pki-services-der.ts'

export const reasonCodes = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  removeFromCRL: 8,
  privilegeWithdrawn: 9,
  aACompromise: 10,
} as const

export type RevocationReason = keyof typeof reasonCodes

export type CrlEntryOptions = {
  /** Uppercase hexadecimal. */
  serial: string
  revokedAt: Date
  reason?: RevocationReason
  invalidSince?: Date
  /** More entry extensions, encoded. */
  extensions?: Uint8Array[]
}

export type CrlOptions = {
  /** Issuer of the list, by name; it also signs, unless `signer` is given. */
  issuer: TestCertificate
  signer?: TestCertificate
  entries?: CrlEntryOptions[]
  /** Encoded entries to append, for lists with very many. */
  rawEntries?: Uint8Array
  thisUpdate: Date
  /** null omits it. */
  nextUpdate: Date | null
  hash?: CertificateHash
  /** CRL extensions in addition to the usual two, encoded. */
  extensions?: Uint8Array[]
  /** Version 1: without any extension. */
  bare?: boolean
}

export function encodeCrlEntry(entry: CrlEntryOptions): Uint8Array {
  const extensions = [
    ...(entry.reason ? [extension('2.5.29.21', enumerated(reasonCodes[entry.reason]))] : []),
    ...(entry.invalidSince ? [extension('2.5.29.24', generalizedTime(entry.invalidSince))] : []),
    ...(entry.extensions ?? []),
  ]
  const trailer = extensions.length > 0 ? [sequence(...extensions)] : []
  return sequence(serialInteger(entry.serial), encodeTime(entry.revokedAt), ...trailer)
}

/** IssuingDistributionPoint (RFC 5280 §5.2.5), as a critical extension. */
export function issuingDistributionPoint(options: {
  url?: string
  onlyUsers?: boolean
  onlyAuthorities?: boolean
  onlyAttributeCertificates?: boolean
  indirect?: boolean
  /** Octet of ReasonFlags. */
  someReasons?: number
}): Uint8Array {
  const flag = (tag: number, value?: boolean): Uint8Array[] => (value ? [element(tag, Uint8Array.of(0xff))] : [])
  const { url, someReasons } = options
  const content = [
    ...(url ? [element(0xa0, element(0xa0, element(0x86, Buffer.from(url))))] : []),
    ...flag(0x81, options.onlyUsers),
    ...flag(0x82, options.onlyAuthorities),
    ...(someReasons === undefined ? [] : [element(0x83, Uint8Array.of(0, someReasons))]),
    ...flag(0x84, options.indirect),
    ...flag(0x85, options.onlyAttributeCertificates),
  ]
  return extension('2.5.29.28', sequence(...content), true)
}

/** A CertificateList (RFC 5280 §5.1), encoded and signed here, also malformed ones. */
export function makeCrl(options: CrlOptions): Uint8Array {
  const { issuer, signer = issuer, entries = [], rawEntries = new Uint8Array(), hash = 'sha256' } = options
  const body = joined([...entries.map(encodeCrlEntry), rawEntries])
  const extensions = [
    extension('2.5.29.35', sequence(element(0x80, keyBitsHash(signer.privateKey, 'sha1')))),
    extension('2.5.29.20', encodeInteger(Uint8Array.of(1))),
    ...(options.extensions ?? []),
  ]
  const tbs = sequence(
    ...(options.bare ? [] : [smallInteger(1)]),
    signatureAlgorithm(signer.privateKey.asymmetricKeyType, hash),
    subjectOf(issuer),
    encodeTime(options.thisUpdate),
    ...(options.nextUpdate ? [encodeTime(options.nextUpdate)] : []),
    ...(body.length > 0 ? [element(0x30, body)] : []),
    ...(options.bare ? [] : [element(0xa0, sequence(...extensions))]),
  )
  return sequence(tbs, ...signedParts(tbs, signer.privateKey, hash))
}

/** An unknown extension, to test whether critical ones are ignored. */
export const unknownExtension = (critical: boolean): Uint8Array =>
  sequence(
    oid('1.3.6.1.4.1.99999.1'),
    ...(critical ? [Uint8Array.of(0x01, 0x01, 0xff)] : []),
    octetString(Uint8Array.of(5, 0)),
  )
