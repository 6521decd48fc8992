import { cbc } from '@noble/ciphers/aes.js'
import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha224, sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js'
import { sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js'
import type { CryptoPort, Pbkdf2Input } from '../pkcs12/crypto-port.ts'
import { tripleDesCbcDecrypt } from '../pkcs12/triple-des.ts'

/** A hash state that can be restored from another. */
type State = { _cloneInto(to?: State): State; update(data: Uint8Array): State; digestInto(out: Uint8Array): void }

const hashes = {
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  'sha512-256': sha512_256,
  'sha3-256': sha3_256,
  'sha3-384': sha3_384,
  'sha3-512': sha3_512,
}

/** Hashes available for derivation in WebCrypto. */
const nativeHashes: Record<string, string> = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' }

function hashNamed(name: string) {
  if (!Object.hasOwn(hashes, name)) throw new RangeError(`no hash ${name}`)
  return hashes[name as keyof typeof hashes]
}

/** WebCrypto refuses shared memory, which is never used here; the types cannot express that. */
export const unshared = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>

async function nativePbkdf2(hash: string, { password, salt, iterations, length }: Pbkdf2Input): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', unshared(password), 'PBKDF2', false, ['deriveBits'])
  const parameters = { name: 'PBKDF2', hash, salt: unshared(salt), iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, length * 8))
}

async function nativeAesCbc(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', unshared(key), 'AES-CBC', false, ['decrypt'])
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv: unshared(iv) }, imported, unshared(data)))
}

/**
 * The port in a page: WebCrypto for algorithms that every browser has. Missing there: MD5, SHA-224, SHA-512/256 and
 * SHA-3, AES-192 (Chromium), 3DES, and synchronous hashes, without which the PKCS#12 derivation would await a million
 * times.
 */
export const webCrypto: CryptoPort = {
  digest: (hash, data) => hashNamed(hash)(data),
  digestAgain(hash, data, times) {
    const value = hashNamed(hash)(data)
    const fresh = hashNamed(hash).create() as unknown as State
    // restoring one state takes less than half the time of a new one
    const state = fresh._cloneInto()
    for (let i = 1; i < times; i++) fresh._cloneInto(state).update(value).digestInto(value)
    return value
  },
  hmac: (hash, key, data) => hmac(hashNamed(hash), key, data),
  pbkdf2(input) {
    const native = nativeHashes[input.hash]
    if (native) return nativePbkdf2(native, input)
    const { hash, password, salt, iterations, length } = input
    return pbkdf2(hashNamed(hash), password, salt, { c: iterations, dkLen: length })
  },
  decryptCbc(cipher, key, iv, data) {
    if (cipher === 'des-ede3-cbc') return tripleDesCbcDecrypt(key, iv, data)
    if (cipher === 'aes-192-cbc') return cbc(key, iv).decrypt(data)
    return nativeAesCbc(key, iv, data)
  },
}
