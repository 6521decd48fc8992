import type { KeyObject } from 'node:crypto'
import { constants, sign, verify } from 'node:crypto'
import type { SignatureAlgorithm, SigningHash } from './cms/oids.ts'
import { digestLengths } from './cms/oids.ts'

export type { SignatureAlgorithm } from './cms/oids.ts'

const isSigningHash = (name: string): name is SigningHash => Object.hasOwn(digestLengths, name)

/**
 * The digest that an RSASSA-PSS key is restricted to (RFC 4055 §3.1): null when it takes any, undefined when its
 * parameters ask for a digest, a mask or a salt that is not written here.
 */
function pssHash(key: KeyObject): SigningHash | null | undefined {
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (hashAlgorithm === undefined) return null
  if (!isSigningHash(hashAlgorithm) || mgf1HashAlgorithm !== hashAlgorithm) return undefined
  return saltLength <= digestLengths[hashAlgorithm] ? hashAlgorithm : undefined
}

/**
 * The signature algorithm of a key, public or private; null for keys that cannot sign here: DSA, Ed448 (RFC 8419 §2.3
 * binds it to SHAKE256, which no other reader of PDFs knows), and RSASSA-PSS keys with unusual parameters.
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

/** The only digest that a key may sign with: SHA-512 for Ed25519 (RFC 8419 §3.1), that of a restricted RSASSA-PSS key. */
export function demandedHash(key: KeyObject): SigningHash | null {
  if (key.asymmetricKeyType === 'ed25519') return 'sha512'
  return key.asymmetricKeyType === 'rsa-pss' ? (pssHash(key) ?? null) : null
}

/** Digest and padding as node:crypto takes them. The salt is as long as the digest, as the CMS says. */
function parametersOf(algorithm: SignatureAlgorithm, hash: SigningHash, key: KeyObject) {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  return {
    digest: algorithm === 'ed25519' ? null : hash,
    key: algorithm === 'rsa-pss' ? { key, ...pss } : { key },
  }
}

/** Signs bytes; node:crypto hashes them by itself. The value is what `Signer.signDigest` returns. */
export function signBytes(
  algorithm: SignatureAlgorithm,
  hash: SigningHash,
  bytes: Uint8Array,
  privateKey: KeyObject,
): Uint8Array {
  const { digest, key } = parametersOf(algorithm, hash, privateKey)
  return new Uint8Array(sign(digest, bytes, key))
}

/** Whether a signature value is this key's over these bytes; false also for a value that is no signature at all. */
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
