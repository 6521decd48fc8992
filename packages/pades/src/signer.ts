import type { Certificate } from './certificate.ts'

/**
 * Whoever holds the private key: a file opened on this machine, the browser, a smart card, a key service. It is given
 * a digest and returns a signature, so the key itself never has to come near the document.
 */
export type Signer = {
  certificate: Certificate
  /** Issuers in order, without the signer's own certificate; the root is included when it is known. */
  chain: Certificate[]
  algorithm: 'rsa-pkcs1' | 'ecdsa'
  /**
   * Signs the digest of the DER SignedAttributes (RFC 5652 §5.4) and returns the raw signature value; for ECDSA the
   * DER Ecdsa-Sig-Value (RFC 5753 §2.1.1). `signedAttributes` are the bytes that the digest was taken of: smart cards
   * and key services sign the digest alone, while node:crypto and the browser's WebCrypto insist on hashing themselves.
   */
  signDigest(
    digest: Uint8Array,
    hash: 'sha256' | 'sha384' | 'sha512',
    signedAttributes: Uint8Array,
  ): Promise<Uint8Array>
}
