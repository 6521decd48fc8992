import { sign } from 'node:crypto'
import type { Certificate } from '../../certificate.ts'
import { signedAttributes } from '../../cms/build.ts'
import {
  algorithmIdentifier,
  concatBytes,
  element,
  nullElement,
  octetString,
  oid,
  sequence,
  setOf,
  smallInteger,
} from '../../cms/der.ts'
import { digestOids, Oid, rsaSignatureOids } from '../../cms/oids.ts'
import { issuerAndSerialOf } from '../../cms/read-der.ts'
import type { TestIdentity } from './certificates.ts'
import { coveredDigest, lastGap } from './signing.ts'

/** Signatures as other programs write them: every part of the CMS may be another than we would write. */
export type ForeignForm = {
  /** SET of attributes; ours when nothing is said, none at all for null. */
  attributes?: Uint8Array | null
  /** AlgorithmIdentifier of the signature; RSA with SHA-256 when nothing is said. */
  algorithm?: Uint8Array
  /** AlgorithmIdentifier of the digest; SHA-256 when nothing is said. */
  digest?: Uint8Array
  /** What SignedData announces; the same when nothing is said. */
  announced?: Uint8Array[]
  signer?: Uint8Array
  signerVersion?: number
  version?: number
  unsigned?: Uint8Array[]
  /** Certificates in front of the signer's. */
  before?: readonly Certificate[]
  /** The signature value over the attributes, or over the covered bytes where there are none. */
  value?: (message: Uint8Array) => Uint8Array
}

const sha256 = algorithmIdentifier(digestOids.sha256)
const rsa = algorithmIdentifier(rsaSignatureOids.sha256, nullElement())

/** The bytes that the last signature of a file covers. */
export function coveredBytesOf(pdf: Uint8Array): Uint8Array {
  const { start, end, rest } = lastGap(pdf)
  return Buffer.concat([pdf.subarray(0, start), pdf.subarray(end, end + rest)])
}

/** An attribute with one value. */
export const attribute = (type: string, value: Uint8Array): Uint8Array => sequence(oid(type), setOf([value]))

/** content-type and message-digest alone, which is all that RFC 5652 demands. */
export const plainAttributes = (digest: Uint8Array, ...more: Uint8Array[]): Uint8Array[] => [
  attribute(Oid.contentType, oid(Oid.data)),
  attribute(Oid.messageDigest, octetString(digest)),
  ...more,
]

/** SignedData of this form over what the last signature of a file covers. */
export function foreignSignedData(pdf: Uint8Array, identity: TestIdentity, form: ForeignForm): Uint8Array {
  const { certificate } = identity
  const ours = () => signedAttributes({ contentDigest: coveredDigest(pdf), certificate, hash: 'sha256' })
  const attributes = form.attributes === undefined ? ours() : form.attributes
  const message = attributes ?? coveredBytesOf(pdf)
  const { issuer, serial } = issuerAndSerialOf(certificate.der)
  const digest = form.digest ?? sha256
  const info = sequence(
    smallInteger(form.signerVersion ?? 1),
    form.signer ?? sequence(issuer, serial),
    digest,
    ...(attributes ? [concatBytes([Uint8Array.of(0xa0), attributes.subarray(1)])] : []),
    form.algorithm ?? rsa,
    octetString(form.value?.(message) ?? sign('sha256', message, identity.privateKey)),
    ...(form.unsigned ? [element(0xa1, ...form.unsigned)] : []),
  )
  return sequence(
    smallInteger(form.version ?? 1),
    setOf(form.announced ?? [digest]),
    sequence(oid(Oid.data)),
    element(0xa0, ...[...(form.before ?? []), certificate, ...identity.chain].map(({ der }) => der)),
    setOf([info]),
  )
}

/** ContentInfo around SignedData. */
export const contentInfo = (signedData: Uint8Array): Uint8Array =>
  sequence(oid(Oid.signedData), element(0xa0, signedData))
