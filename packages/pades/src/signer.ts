import type { Certificate } from './certificate.ts'
import type { SignatureAlgorithm, SigningHash } from './cms/oids.ts'

/**
 * Holds the private key: a file opened on this machine, the browser, a smart card, a key service. It signs a digest, so
 * that the key never comes near the document.
 */
export type Signer = {
  certificate: Certificate
  /** Issuers in order, without the signer's own certificate; including the root if known. */
  chain: Certificate[]
  /** See `signatureAlgorithmOf`; a key of `rsaEncryption` may sign with 'rsa-pss' too. */
  algorithm: SignatureAlgorithm
  /**
   * Signs the digest of the DER SignedAttributes (RFC 5652 §5.4) and returns the raw signature value; for ECDSA the DER
   * Ecdsa-Sig-Value (RFC 5753 §2.1.1). RSASSA-PSS uses MGF1 with the same digest and a salt of its length (RFC 4056
   * §2.2). `signedAttributes` are the digested bytes: smart cards and key services sign the digest, node:crypto and
   * WebCrypto hash by themselves, and Ed25519 signs the attributes, not their digest (RFC 8419).
   */
  signDigest(digest: Uint8Array, hash: SigningHash, signedAttributes: Uint8Array): Promise<Uint8Array>
}
