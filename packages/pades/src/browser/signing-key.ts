import type { SignatureAlgorithm, SigningHash } from '../cms/oids.ts'
import { digestLengths } from '../cms/oids.ts'
import type { PrivateKey, PublicKey } from './private-key.ts'
import { derOfRawSignature, importablePkcs8 } from './private-key.ts'
import { unshared } from './web-crypto.ts'

/** A non-extractable key in WebCrypto. */
export type SigningKey = {
  algorithm: SignatureAlgorithm
  /** The value that `Signer.signDigest` returns. */
  sign(message: Uint8Array, hash: SigningHash): Promise<Uint8Array>
  /** True if a trial signature verifies under a certificate's public key (DER SubjectPublicKeyInfo). */
  fits(publicKey: Uint8Array): Promise<boolean>
}

const hashNames: Record<SigningHash, string> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }

/** CryptoKey, which the types of Node and of pages declare in different places. */
type Imported = Awaited<ReturnType<typeof crypto.subtle.importKey>>

type Algorithm = { name: string; hash?: string; namedCurve?: string }

async function holds(key: Imported, publicKey: Uint8Array, algorithm: Algorithm): Promise<boolean> {
  const probe = new Uint8Array(32)
  try {
    const imported = await crypto.subtle.importKey('spki', unshared(publicKey), algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, imported, await crypto.subtle.sign(algorithm, key, probe), probe)
  } catch {
    return false
  }
}

/** WebCrypto binds an RSA key to one hash, so there is one key per hash. */
async function importRsa(pkcs8: Uint8Array, pss: boolean): Promise<SigningKey> {
  const name = pss ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5'
  const load = (hash: SigningHash) =>
    crypto.subtle.importKey('pkcs8', unshared(pkcs8), { name, hash: hashNames[hash] }, false, ['sign'])
  const [sha256, sha384, sha512] = await Promise.all([load('sha256'), load('sha384'), load('sha512')])
  const keys = { sha256, sha384, sha512 }
  return {
    algorithm: pss ? 'rsa-pss' : 'rsa-pkcs1',
    sign: async (message, hash) => {
      const parameters = pss ? { name, saltLength: digestLengths[hash] } : { name }
      return new Uint8Array(await crypto.subtle.sign(parameters, keys[hash], unshared(message)))
    },
    fits: (publicKey) => holds(keys.sha256, publicKey, { name, hash: 'SHA-256' }),
  }
}

async function importEd25519(pkcs8: Uint8Array): Promise<SigningKey> {
  const algorithm = { name: 'Ed25519' }
  const key = await crypto.subtle.importKey('pkcs8', unshared(pkcs8), algorithm, false, ['sign'])
  return {
    algorithm: 'ed25519',
    sign: async (message) => new Uint8Array(await crypto.subtle.sign(algorithm, key, unshared(message))),
    fits: (publicKey) => holds(key, publicKey, algorithm),
  }
}

async function importEc(pkcs8: Uint8Array, namedCurve: string): Promise<SigningKey> {
  const key = await crypto.subtle.importKey('pkcs8', unshared(pkcs8), { name: 'ECDSA', namedCurve }, false, ['sign'])
  return {
    algorithm: 'ecdsa',
    sign: async (message, hash) => {
      const parameters = { name: 'ECDSA', hash: hashNames[hash] }
      return derOfRawSignature(new Uint8Array(await crypto.subtle.sign(parameters, key, unshared(message))))
    },
    fits: (publicKey) => holds(key, publicKey, { name: 'ECDSA', namedCurve, hash: 'SHA-256' }),
  }
}

/**
 * Imports a private key, not extractable, and wipes its temporary encoding. RSA uses RSASSA-PSS if either half is
 * restricted to it. Null when WebCrypto refuses the key: an unsupported curve (browsers before 2025 lack Ed25519), or a
 * public half of another key.
 */
export async function importSigningKey(privateKey: PrivateKey, publicKey: PublicKey): Promise<SigningKey | null> {
  const pkcs8 = importablePkcs8(privateKey, publicKey)
  if (!pkcs8) return null
  try {
    if (privateKey.kind === 'ed25519') return await importEd25519(pkcs8)
    if (publicKey.kind === 'ec') return await importEc(pkcs8, publicKey.curve)
    return await importRsa(
      pkcs8,
      [privateKey, publicKey].some((half) => half.kind === 'rsa' && half.pss),
    )
  } catch {
    // WebCrypto reports every cause as DataError
    return null
  } finally {
    pkcs8.fill(0)
  }
}
