import { type CommitmentType, encodeCommitment } from './commitment.ts'
import { algorithmIdentifier, element, octetString, oid, sequence, setOf } from './der.ts'
import { digestOids, Oid, type SigningHash } from './oids.ts'
import { issuerAndSerialOf } from './read-der.ts'

const attribute = (type: string, value: Uint8Array): Uint8Array => sequence(oid(type), setOf([value]))

/** Shared by page and server: the caller computes the digests. */
export type SignedAttributesParts = {
  /** Digest of the bytes that the ByteRange covers, by `hash`. */
  contentDigest: Uint8Array
  /** DER of the signer's certificate, and its digest by `hash`. */
  certificate: Uint8Array
  certificateDigest: Uint8Array
  hash: SigningHash
  /** Written as commitment-type-indication; none when absent. */
  commitmentType?: CommitmentType
}

/**
 * ESSCertIDv2 (RFC 5035 §4): the signature names its certificate, so that another certificate with the same key cannot
 * replace it. SHA-256 is the DEFAULT, which DER omits.
 */
function essCertIdV2({ certificate, certificateDigest, hash }: SignedAttributesParts): Uint8Array {
  const { issuer, serial } = issuerAndSerialOf(certificate)
  const certHash = octetString(certificateDigest)
  // GeneralNames with one directoryName: [4] is explicit because Name is a CHOICE (RFC 5280 §4.2.1.6)
  const issuerSerial = sequence(sequence(element(0xa4, issuer)), serial)
  return hash === 'sha256'
    ? sequence(certHash, issuerSerial)
    : sequence(algorithmIdentifier(digestOids[hash]), certHash, issuerSerial)
}

/**
 * The signed attributes of a PAdES baseline signature (ETSI EN 319 142-1 §6.3): content-type, message-digest,
 * signing-certificate-v2 and, if given, commitment-type-indication. There is no signing-time: PAdES forbids it, the
 * claimed time is /M of the signature dictionary.
 *
 * @returns DER `SET OF Attribute`, sorted; its digest by `hash` is what the key signs (RFC 5652 §5.4).
 */
export function encodeSignedAttributes(parts: SignedAttributesParts): Uint8Array {
  const { commitmentType } = parts
  const signingCertificate = sequence(sequence(essCertIdV2(parts)))
  return setOf([
    attribute(Oid.contentType, oid(Oid.data)),
    attribute(Oid.messageDigest, octetString(parts.contentDigest)),
    attribute(Oid.signingCertificateV2, signingCertificate),
    ...(commitmentType ? [attribute(Oid.commitmentType, encodeCommitment(commitmentType))] : []),
  ])
}
