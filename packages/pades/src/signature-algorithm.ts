import type { KeyObject } from 'node:crypto'
import { constants, sign, verify } from 'node:crypto'
import type { SignatureAlgorithm, SigningHash } from './cms/oids.ts'
import { digestLengths } from './cms/oids.ts'

export type { SignatureAlgorithm } from './cms/oids.ts'

const isSigningHash = (name: string): name is SigningHash => Object.hasOwn(digestLengths, name)

/**
 * The digest that an RSASSA-PSS key is restricted to (RFC 4055 §3.1): null when unrestricted, undefined when its
 * parameters require an unsupported digest, mask or salt.
 */
function pssHash(key: KeyObject): SigningHash | null | undefined {
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (hashAlgorithm === undefined) return null
  if (!isSigningHash(hashAlgorithm) || mgf1HashAlgorithm !== hashAlgorithm) return undefined
  return saltLength <= digestLengths[hashAlgorithm] ? hashAlgorithm : undefined
}

/**
 * The signature algorithm of a key, public or private; null for unsupported keys: DSA, Ed448 (RFC 8419 §2.3 binds it to
 * SHAKE256, which no other PDF reader supports), and RSASSA-PSS keys with unusual parameters.
 */
export function signatureAlgorithmOf(key: KeyObject): SignatureAlgorithm | null {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return 'rsa-pkcs1'
    case 'rsa-pss':
      return pssHash(key) === undefined ? null : 'rsa-pss'
    case 'ec':
      return 'ecdsa'
    case 'ed25519':
      return 'ed25519'
    default:
      return null
  }
}

/** The only allowed digest of a key: SHA-512 for Ed25519 (RFC 8419 §3.1), that of a restricted RSASSA-PSS key. */
export function demandedHash(key: KeyObject): SigningHash | null {
  if (key.asymmetricKeyType === 'ed25519') return 'sha512'
  return key.asymmetricKeyType === 'rsa-pss' ? (pssHash(key) ?? null) : null
}

/** Digest and padding for node:crypto. The salt is as long as the digest, as declared in the CMS. */
function parametersOf(algorithm: SignatureAlgorithm, hash: SigningHash, key: KeyObject) {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  return {
    digest: algorithm === 'ed25519' ? null : hash,
    key: algorithm === 'rsa-pss' ? { key, ...pss } : { key },
  }
}

/** Signs bytes, which node:crypto hashes. Returns the value of `Signer.signDigest`. */
export function signBytes(
  algorithm: SignatureAlgorithm,
  hash: SigningHash,
  bytes: Uint8Array,
  privateKey: KeyObject,
): Uint8Array {
  const { digest, key } = parametersOf(algorithm, hash, privateKey)
  return new Uint8Array(sign(digest, bytes, key))
}

/** True if a signature value over these bytes was made by this key; false also for malformed values. */
export function isSignatureOf(
  algorithm: SignatureAlgorithm,
  hash: SigningHash,
  bytes: Uint8Array,
  publicKey: KeyObject,
  value: Uint8Array,
): boolean {
  const { digest, key } = parametersOf(algorithm, hash, publicKey)
  try {
    return verify(digest, bytes, key, value)
  } catch {
    return false
  }
}
