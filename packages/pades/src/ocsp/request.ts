import type { Certificate } from '../certificate.ts'
import { algorithmIdentifier, element, nullElement, octetString, oid, sequence } from '../cms/der.ts'
import { Oid } from '../cms/oids.ts'
import { issuerAndSerialOf } from '../cms/read-der.ts'
import { nameHash, publicKeyHash } from './certificate-id.ts'

/** The certificate in question, and its issuer. */
export type OcspRequestInput = {
  certificate: Certificate
  issuer: Certificate
  /** 1 to 32 random octets (RFC 8954 §2.1). Many responders serve pre-produced answers without it. */
  nonce?: Uint8Array
}

/**
 * Unsigned OCSPRequest for one certificate (RFC 6960 §4.1.1). CertID uses SHA-1, which every responder supports and RFC
 * 5019 §2.1.1 requires; it only identifies and carries no security.
 *
 * @returns DER, to be sent as `application/ocsp-request` (RFC 6960 appendix A).
 */
export function ocspRequest(input: OcspRequestInput): Uint8Array {
  const { issuer, serial } = issuerAndSerialOf(input.certificate.der)
  const certificateId = sequence(
    algorithmIdentifier(Oid.sha1, nullElement()),
    octetString(nameHash(issuer, 'sha1')),
    octetString(publicKeyHash(input.issuer, 'sha1')),
    serial,
  )
  // Nonce ::= OCTET STRING, itself inside the OCTET STRING of the extension (RFC 8954 §2.1)
  const extensions = input.nonce
    ? [element(0xa2, sequence(sequence(oid(Oid.ocspNonce), octetString(octetString(input.nonce)))))]
    : []
  return sequence(sequence(sequence(sequence(certificateId)), ...extensions))
}
