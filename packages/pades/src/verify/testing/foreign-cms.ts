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

/** Signatures of other programs: every part of the CMS may differ from ours. */
export type ForeignForm = {
  /** SET of attributes; default ours, null for none. */
  attributes?: Uint8Array | null
  /** AlgorithmIdentifier of the signature; default RSA with SHA-256. */
  algorithm?: Uint8Array
  /** AlgorithmIdentifier of the digest; default SHA-256. */
  digest?: Uint8Array
  /** The digest announced by SignedData; default the same. */
  announced?: Uint8Array[]
  signer?: Uint8Array
  signerVersion?: number
  version?: number
  unsigned?: Uint8Array[]
  /** Certificates before the signer's. */
  before?: readonly Certificate[]
  /** The signature value over the attributes, or over the covered bytes without them. */
  value?: (message: Uint8Array) => Uint8Array
}

const sha256 = algorithmIdentifier(digestOids.sha256)
const rsa = algorithmIdentifier(rsaSignatureOids.sha256, nullElement())

/** The bytes that the last signature of a file covers. */
export function coveredBytesOf(pdf: Uint8Array): Uint8Array {
  const { start, end, rest } = lastGap(pdf)
  return Buffer.concat([pdf.subarray(0, start), pdf.subarray(end, end + rest)])
}

export const attribute = (type: string, value: Uint8Array): Uint8Array => sequence(oid(type), setOf([value]))

/** Only content-type and message-digest, the minimum of RFC 5652. */
export const plainAttributes = (digest: Uint8Array, ...more: Uint8Array[]): Uint8Array[] => [
  attribute(Oid.contentType, oid(Oid.data)),
  attribute(Oid.messageDigest, octetString(digest)),
  ...more,
]

/** SignedData of this form over the bytes covered by the last signature of a file. */
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

export const contentInfo = (signedData: Uint8Array): Uint8Array =>
  sequence(oid(Oid.signedData), element(0xa0, signedData))
