import { algorithmIdentifier, element, nullElement, octetString, oid, sequence } from '@foja/pades/cms/der'
import { digestNames } from '@foja/pades/cms/oids'
import { children, contentOf, readNode, readOid } from '@foja/pades/cms/read-der'
import type { CertificateHash } from './certificate-encoding.ts'
import type { TestCertificate } from './ca.ts'
import {
  at,
  digest,
  enumerated,
  extension,
  generalizedTime,
  keyBitsHash,
  serialInteger,
  signedParts,
  subjectOf,
} from './pki-services-der.ts'
import { reasonCodes, type RevocationReason } from './pki-services-crl.ts'

export type OcspAnswer = {
  /** Uppercase hexadecimal serial of the certificate. */
  serial: string
  /** Issuer of the certificate: digests of its name and key go into CertID. */
  issuer: TestCertificate
  status: 'good' | 'revoked' | 'unknown'
  revokedAt?: Date
  reason?: RevocationReason
  thisUpdate: Date
  nextUpdate?: Date
  /** Digest of CertID; default SHA-1. */
  hash?: 'sha1' | 'sha256' | 'sha512'
  /** Single extensions, encoded. */
  extensions?: Uint8Array[]
}

export type OcspResponseOptions = {
  answers: OcspAnswer[]
  /** The signer; a delegate's certificate is embedded. */
  signer: TestCertificate
  /** Certificates to embed; default the signer's. */
  certificates?: Uint8Array[]
  byName?: boolean
  producedAt: Date
  nonce?: Uint8Array
  hash?: CertificateHash
  extensions?: Uint8Array[]
}

const hashOids = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const

function certificateId({ issuer, serial, hash = 'sha1' }: OcspAnswer): Uint8Array {
  return sequence(
    algorithmIdentifier(hashOids[hash], nullElement()),
    octetString(digest(hash, subjectOf(issuer))),
    octetString(keyBitsHash(issuer.privateKey, hash)),
    serialInteger(serial),
  )
}

function statusOf({ status, revokedAt = new Date(0), reason }: OcspAnswer): Uint8Array {
  if (status === 'good') return Uint8Array.of(0x80, 0)
  if (status === 'unknown') return Uint8Array.of(0x82, 0)
  return element(0xa1, generalizedTime(revokedAt), ...(reason ? [element(0xa0, enumerated(reasonCodes[reason]))] : []))
}

const single = (answer: OcspAnswer): Uint8Array =>
  sequence(
    certificateId(answer),
    statusOf(answer),
    generalizedTime(answer.thisUpdate),
    ...(answer.nextUpdate ? [element(0xa0, generalizedTime(answer.nextUpdate))] : []),
    ...(answer.extensions ? [element(0xa1, sequence(...answer.extensions))] : []),
  )

/** BasicOCSPResponse (RFC 6960 §4.2.1). */
export function makeBasicOcspResponse(options: OcspResponseOptions): Uint8Array {
  const { signer, certificates = [signer.certificate], nonce } = options
  const extensions = [
    ...(nonce ? [extension('1.3.6.1.5.5.7.48.1.2', octetString(nonce))] : []),
    ...(options.extensions ?? []),
  ]
  const responder = options.byName
    ? element(0xa1, subjectOf(signer))
    : element(0xa2, octetString(keyBitsHash(signer.privateKey, 'sha1')))
  const data = sequence(
    responder,
    generalizedTime(options.producedAt),
    sequence(...options.answers.map(single)),
    ...(extensions.length > 0 ? [element(0xa1, sequence(...extensions))] : []),
  )
  return sequence(
    data,
    ...signedParts(data, signer.privateKey, options.hash),
    ...(certificates.length > 0 ? [element(0xa0, sequence(...certificates))] : []),
  )
}

/** OCSPResponse with status successful. */
export const makeOcspResponse = (options: OcspResponseOptions): Uint8Array =>
  sequence(
    enumerated(0),
    element(0xa0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octetString(makeBasicOcspResponse(options)))),
  )

/** An unsigned refusal: 1 malformedRequest, 2 internalError, 3 tryLater, 5 sigRequired, 6 unauthorized. */
export const ocspRefusal = (status: number): Uint8Array => sequence(enumerated(status))

export type OcspQuestion = {
  hash: string
  nameHash: Uint8Array
  keyHash: Uint8Array
  serial: string
  nonce: Uint8Array | null
}

/** Parses the first question of an OCSPRequest. Throws when malformed. */
export function readOcspRequest(der: Uint8Array): OcspQuestion {
  const tbs = at(readNode(der), 0)
  const fields = children(tbs)
  const list = fields.find(({ tag }) => tag === 0x30)
  if (!list) throw new Error('no request list')
  const [algorithm, nameHash, keyHash, serial] = children(at(list, 0, 0))
  if (!algorithm || !nameHash || !keyHash || !serial) throw new Error('no CertID')
  const extensions = fields.find(({ tag }) => tag === 0xa2)
  const nonce =
    extensions && children(at(extensions, 0)).find((item) => readOid(at(item, 0)) === '1.3.6.1.5.5.7.48.1.2')
  const value = nonce && readNode(contentOf(at(nonce, children(nonce).length - 1)))
  return {
    hash: digestNames[readOid(at(algorithm, 0))] ?? 'unknown',
    nameHash: contentOf(nameHash),
    keyHash: contentOf(keyHash),
    serial: Buffer.from(contentOf(serial))
      .toString('hex')
      .toUpperCase()
      .replace(/^(?:00)+(?=..)/, ''),
    nonce: value ? Uint8Array.from(contentOf(value)) : null,
  }
}
