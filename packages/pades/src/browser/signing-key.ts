import type { SigningHash } from '../cms/oids.ts'
import type { PrivateKey, PublicKey } from './private-key.ts'
import { derOfRawSignature, importablePkcs8 } from './private-key.ts'
import { unshared } from './web-crypto.ts'

/** A key that WebCrypto holds and never gives back. */
export type SigningKey = {
  algorithm: 'rsa-pkcs1' | 'ecdsa'
  /** PKCS#1 v1.5, or DER Ecdsa-Sig-Value. */
  sign(message: Uint8Array, hash: SigningHash): Promise<Uint8Array>
  /** Whether a signature of its own holds under the public key of a certificate (DER SubjectPublicKeyInfo). */
  fits(publicKey: Uint8Array): Promise<boolean>
}

const hashNames: Record<SigningHash, string> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }
const RSA = 'RSASSA-PKCS1-v1_5'

/** CryptoKey, which the types of Node and of pages name in different places. */
type Imported = Awaited<ReturnType<typeof crypto.subtle.importKey>>

type Algorithm = { name: string; hash: string; namedCurve?: string }

async function holds(key: Imported, publicKey: Uint8Array, algorithm: Algorithm): Promise<boolean> {
  const probe = new Uint8Array(32)
  try {
    const imported = await crypto.subtle.importKey('spki', unshared(publicKey), algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, imported, await crypto.subtle.sign(algorithm, key, probe), probe)
  } catch {
    return false
  }
}

/** WebCrypto binds an RSA key to one hash, so there is one key for each. */
async function importRsa(pkcs8: Uint8Array): Promise<SigningKey> {
  const load = (hash: SigningHash) =>
    crypto.subtle.importKey('pkcs8', unshared(pkcs8), { name: RSA, hash: hashNames[hash] }, false, ['sign'])
  const [sha256, sha384, sha512] = await Promise.all([load('sha256'), load('sha384'), load('sha512')])
  const keys = { sha256, sha384, sha512 }
  return {
    algorithm: 'rsa-pkcs1',
    sign: async (message, hash) => new Uint8Array(await crypto.subtle.sign(RSA, keys[hash], unshared(message))),
    fits: (publicKey) => holds(keys.sha256, publicKey, { name: RSA, hash: 'SHA-256' }),
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
 * Imports a private key, not extractable, and wipes what was written for that. Null when WebCrypto refuses it: an unknown
 * curve, or a public half that is not its own.
 */
export async function importSigningKey(privateKey: PrivateKey, publicKey: PublicKey): Promise<SigningKey | null> {
  const pkcs8 = importablePkcs8(privateKey, publicKey)
  if (!pkcs8) return null
  try {
    return await (publicKey.kind === 'ec' ? importEc(pkcs8, publicKey.curve) : importRsa(pkcs8))
  } catch {
    // the one thing that WebCrypto says of every cause is DataError
    return null
  } finally {
    pkcs8.fill(0)
  }
}
