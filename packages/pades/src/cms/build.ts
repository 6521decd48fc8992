import { createHash } from 'node:crypto'
import type { Certificate } from '../certificate.ts'
import { demandedHash } from '../signature-algorithm.ts'
import {
  algorithmIdentifier,
  element,
  nullElement,
  octetString,
  oid,
  sameBytes,
  sequence,
  setOf,
  smallInteger,
  sortedSetContents,
  Tag,
} from './der.ts'
import type { CommitmentType } from './commitment.ts'
import type { SignatureAlgorithm, SigningHash } from './oids.ts'
import { digestLengths, digestOids, ecdsaSignatureOids, Oid, rsaSignatureOids } from './oids.ts'
import { issuerAndSerialOf } from './read-der.ts'
import { encodeSignedAttributes } from './signed-attributes.ts'

/** Inputs of the signed attributes. */
export type SignedAttributesInput = {
  /** Digest of the bytes that the ByteRange covers, by `hash`. */
  contentDigest: Uint8Array
  certificate: Certificate
  hash: SigningHash
  commitmentType?: CommitmentType
}

/**
 * The signed attributes of a PAdES baseline signature in DER: {@link encodeSignedAttributes}.
 *
 * @throws RangeError when the certificate's key may not sign with this digest; see `demandedHash`.
 */
export function signedAttributes(input: SignedAttributesInput): Uint8Array {
  const { certificate, hash } = input
  const demanded = demandedHash(certificate.publicKey)
  if (demanded !== null && demanded !== hash) throw new RangeError(`this key signs with ${demanded} only`)
  const certificateDigest = createHash(hash).update(certificate.der).digest()
  return encodeSignedAttributes({ ...input, certificate: certificate.der, certificateDigest })
}

/** The parts of a CMS SignedData (RFC 5652 §5.1) with one signer. */
export type SignedDataInput = {
  /** What {@link signedAttributes} returned. */
  signedAttributes: Uint8Array
  /** Raw signature value; for ECDSA the DER Ecdsa-Sig-Value. */
  signature: Uint8Array
  certificate: Certificate
  /** Issuers of the certificate, in any order; all are embedded. */
  chain: readonly Certificate[]
  hash: SigningHash
  algorithm: SignatureAlgorithm
  /** DER `Attribute` values to embed unsigned, such as a signature timestamp. */
  unsignedAttributes?: readonly Uint8Array[]
}

/**
 * RSASSA-PSS-params (RFC 4055 §3.1): MGF1 with the same digest and a salt of its length. The defaults are for SHA-1.
 */
function pssParameters(hash: SigningHash): Uint8Array {
  const digest = algorithmIdentifier(digestOids[hash], nullElement())
  return sequence(
    element(0xa0, digest),
    element(0xa1, algorithmIdentifier(Oid.mgf1, digest)),
    element(0xa2, smallInteger(digestLengths[hash])),
  )
}

/** RFC 4055 §5 demands the NULL for RSA; RFC 5758 §3.2 and RFC 8419 §2.2 forbid parameters for ECDSA and Ed25519. */
const signatureAlgorithms: Record<SignatureAlgorithm, (hash: SigningHash) => Uint8Array> = {
  'rsa-pkcs1': (hash) => algorithmIdentifier(rsaSignatureOids[hash], nullElement()),
  'rsa-pss': (hash) => algorithmIdentifier(Oid.rsaPss, pssParameters(hash)),
  ecdsa: (hash) => algorithmIdentifier(ecdsaSignatureOids[hash]),
  ed25519: () => algorithmIdentifier(Oid.ed25519),
}

function certificateSet(input: SignedDataInput): Uint8Array[] {
  const unique: Uint8Array[] = []
  for (const { der } of [input.certificate, ...input.chain]) {
    if (!unique.some((known) => sameBytes(known, der))) unique.push(der)
  }
  return unique
}

function signerInfo(input: SignedDataInput): Uint8Array {
  const { issuer, serial } = issuerAndSerialOf(input.certificate.der)
  const attributes = Uint8Array.from(input.signedAttributes)
  // signed as SET OF, carried as [0] IMPLICIT: the same encoding with another identifier octet (RFC 5652 §5.4)
  attributes[0] = 0xa0
  const unsigned = input.unsignedAttributes?.length ? [element(0xa1, sortedSetContents(input.unsignedAttributes))] : []
  return sequence(
    smallInteger(1),
    sequence(issuer, serial),
    algorithmIdentifier(digestOids[input.hash]),
    attributes,
    signatureAlgorithms[input.algorithm](input.hash),
    octetString(input.signature),
    ...unsigned,
  )
}

/**
 * The CMS that goes into /Contents: ContentInfo with a detached SignedData of version 1, one SignerInfo and the whole
 * chain (RFC 5652 §5.1; ISO 32000-2 §12.8.3.3).
 *
 * @returns DER.
 * @throws RangeError when `signedAttributes` is no SET.
 */
export function signedData(input: SignedDataInput): Uint8Array {
  if (input.signedAttributes[0] !== Tag.set) throw new RangeError('signedAttributes must be a DER SET')
  const content = sequence(
    smallInteger(1),
    setOf([algorithmIdentifier(digestOids[input.hash])]),
    sequence(oid(Oid.data)),
    element(0xa0, sortedSetContents(certificateSet(input))),
    setOf([signerInfo(input)]),
  )
  return sequence(oid(Oid.signedData), element(0xa0, content))
}
