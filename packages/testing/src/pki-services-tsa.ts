import { randomBytes, sign } from 'node:crypto'
import {
  algorithmIdentifier,
  element,
  nullElement,
  octetString,
  oid,
  sequence,
  setOf,
  smallInteger,
  sortedSetContents,
} from '@foja/pades/cms/der'
import { digestNames } from '@foja/pades/cms/oids'
import { children, contentOf, encodingOf, issuerAndSerialOf, readNode, readOid } from '@foja/pades/cms/read-der'
import { unsignedInteger } from '@foja/pades/cms/values'
import { type CertificateHash, encodeInteger, encodeTime, signatureAlgorithm } from './certificate-encoding.ts'
import type { TestCertificate } from './ca.ts'
import { at, digest, generalizedTime } from './pki-services-der.ts'

type TokenHash = 'sha1' | 'sha256' | 'sha384' | 'sha512'

const digestOids: Record<TokenHash, string> = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
}

export type TokenOptions = {
  tsa: TestCertificate
  imprint: { hash: TokenHash; digest: Uint8Array }
  genTime: Date
  nonce?: Uint8Array
  policy?: string
  /** Digest of the signature; default SHA-256. */
  hash?: Exclude<TokenHash, 'sha1'>
  /** Writes milliseconds. */
  fraction?: boolean
  accuracy?: { seconds?: number; millis?: number; micros?: number }
  /** signing-certificate (SHA-1), signing-certificate-v2, neither, or v2 with the digest of another certificate. */
  signingCertificate?: 'v1' | 'v2' | 'none' | 'of_another'
  /** Omits the certificates, as certReq FALSE requests. */
  withoutCertificates?: boolean
  /** Like FreeTSA and OpenSSL: rsaEncryption instead of sha…WithRSAEncryption. */
  plainRsa?: boolean
  /** Extensions of TSTInfo, encoded. */
  extensions?: Uint8Array[]
  /** Replaces the eContentType, for tokens of a wrong type. */
  contentType?: string
}

function timeWithFraction(date: Date): Uint8Array {
  const digits = date
    .toISOString()
    .replaceAll(/[-:T]/g, '')
    .replace(/\.?0+Z$/, 'Z')
  return element(0x18, Buffer.from(digits))
}

function accuracyOf(accuracy: TokenOptions['accuracy']): Uint8Array[] {
  if (!accuracy) return []
  const { seconds, millis, micros } = accuracy
  const number = (tag: number, value?: number): Uint8Array[] =>
    value === undefined ? [] : [element(tag, contentOf(readNode(unsignedInteger(Uint8Array.of(value >> 8, value)))))]
  return [sequence(...number(0x02, seconds), ...number(0x80, millis), ...number(0x81, micros))]
}

/** TSTInfo (RFC 3161 §2.4.2). */
function tstInfo(options: TokenOptions): Uint8Array {
  const { imprint, genTime, nonce } = options
  return sequence(
    smallInteger(1),
    oid(options.policy ?? '1.3.6.1.4.1.99999.3.1'),
    sequence(algorithmIdentifier(digestOids[imprint.hash]), octetString(imprint.digest)),
    encodeInteger(Uint8Array.of(0x11, ...randomBytes(7))),
    options.fraction ? timeWithFraction(genTime) : generalizedTime(genTime),
    ...accuracyOf(options.accuracy),
    ...(nonce ? [unsignedInteger(nonce)] : []),
    ...(options.extensions ? [element(0xa1, ...options.extensions)] : []),
  )
}

const attribute = (type: string, value: Uint8Array): Uint8Array => sequence(oid(type), setOf([value]))

function signingCertificate(options: TokenOptions): Uint8Array[] {
  const { tsa, signingCertificate: kind = 'v2' } = options
  if (kind === 'none') return []
  const named = kind === 'of_another' ? (tsa.chain[0] ?? tsa.certificate) : tsa.certificate
  const { issuer, serial } = issuerAndSerialOf(named)
  const hash = octetString(digest(kind === 'v1' ? 'sha1' : 'sha256', named))
  const id = sequence(hash, sequence(sequence(element(0xa4, issuer)), serial))
  const type = kind === 'v1' ? '1.2.840.113549.1.9.16.2.12' : '1.2.840.113549.1.9.16.2.47'
  return [attribute(type, sequence(sequence(id)))]
}

/** A timestamp token: ContentInfo with SignedData over an embedded TSTInfo (RFC 3161 §2.4.2). */
export function makeTimestampToken(options: TokenOptions): Uint8Array {
  const { tsa, hash = 'sha256', contentType = '1.2.840.113549.1.9.16.1.4' } = options
  const info = tstInfo(options)
  const attributes = setOf([
    attribute('1.2.840.113549.1.9.3', oid(contentType)),
    attribute('1.2.840.113549.1.9.5', encodeTime(options.genTime)),
    attribute('1.2.840.113549.1.9.4', octetString(digest(hash, info))),
    ...signingCertificate(options),
  ])
  const carried = Uint8Array.from(attributes)
  carried[0] = 0xa0
  const { issuer, serial } = issuerAndSerialOf(tsa.certificate)
  const algorithm = options.plainRsa
    ? algorithmIdentifier('1.2.840.113549.1.1.1', nullElement())
    : signatureAlgorithm(tsa.privateKey.asymmetricKeyType, hash satisfies CertificateHash)
  const signerInfo = sequence(
    smallInteger(1),
    sequence(issuer, serial),
    algorithmIdentifier(digestOids[hash]),
    carried,
    algorithm,
    octetString(sign(hash, attributes, tsa.privateKey)),
  )
  const certificates = options.withoutCertificates
    ? []
    : [element(0xa0, sortedSetContents([tsa.certificate, ...tsa.chain]))]
  const signedData = sequence(
    smallInteger(3),
    setOf([algorithmIdentifier(digestOids[hash])]),
    sequence(oid(contentType), element(0xa0, octetString(info))),
    ...certificates,
    setOf([signerInfo]),
  )
  return sequence(oid('1.2.840.113549.1.7.2'), element(0xa0, signedData))
}

/** TimeStampResp around a token; status 0 is granted. */
export const timestampResponse = (token: Uint8Array): Uint8Array => sequence(sequence(smallInteger(0)), token)

/** A refusal with a text and one bit of PKIFailureInfo (0 badAlg, 2 badRequest, 15 unacceptedPolicy…). */
export function timestampRefusal(text: string, failureBit: number): Uint8Array {
  const octets = new Uint8Array(4)
  octets[failureBit >> 3] = 0x80 >> (failureBit & 7)
  return sequence(
    sequence(
      smallInteger(2),
      sequence(element(0x0c, Buffer.from(text))),
      element(0x03, Uint8Array.of(7 - (failureBit & 7)), octets.subarray(0, (failureBit >> 3) + 1)),
    ),
  )
}

export type TimestampQuestion = {
  hash: TokenHash
  digest: Uint8Array
  policy?: string
  nonce?: Uint8Array
  certReq: boolean
}

const isTokenHash = (name: string | undefined): name is TokenHash => name !== undefined && name in digestOids

/** Parses a TimeStampReq. Throws when malformed. */
export function readTimestampRequest(der: Uint8Array): TimestampQuestion {
  const [, imprint, ...rest] = children(readNode(der))
  if (!imprint) throw new Error('no imprint')
  const hash = digestNames[readOid(at(imprint, 0, 0))]
  if (!isTokenHash(hash)) throw new Error('digest not supported')
  const policy = rest.find(({ tag }) => tag === 0x06)
  const nonce = rest.find(({ tag }) => tag === 0x02)
  const certReq = rest.find(({ tag }) => tag === 0x01)
  return {
    hash,
    digest: Uint8Array.from(contentOf(at(imprint, 1))),
    policy: policy && readOid(readNode(encodingOf(policy))),
    nonce: nonce && Uint8Array.from(contentOf(nonce)),
    certReq: certReq !== undefined && contentOf(certReq)[0] !== 0,
  }
}
