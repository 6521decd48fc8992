import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CbcCipher } from '../pkcs12/crypto-port.ts'
import { nodeCrypto } from '../pkcs12/node-crypto.ts'
import { webCrypto } from './web-crypto.ts'

/** Every algorithm name used by the key file readers (`digestNames`, `hmacNames`, the PBE schemes). */
const hashes = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-256', 'sha3-256', 'sha3-384', 'sha3-512']
const lengths = [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000]
const bytes = (value: Uint8Array) => Buffer.from(value).toString('hex')

describe("the browser's cryptography matches node:crypto", () => {
  it.each(hashes)('%s: digest, chain of digests, HMAC', (hash) => {
    for (const length of lengths) {
      const [data, key] = [randomBytes(length), randomBytes(length)]
      expect(bytes(webCrypto.digest(hash, data))).toBe(bytes(nodeCrypto.digest(hash, data)))
      expect(bytes(webCrypto.hmac(hash, key, data))).toBe(bytes(nodeCrypto.hmac(hash, key, data)))
      for (const times of [1, 2, 100])
        expect(bytes(webCrypto.digestAgain(hash, data, times))).toBe(bytes(nodeCrypto.digestAgain(hash, data, times)))
    }
  })

  it.each(hashes.slice(1, 7))('%s: PBKDF2', async (hash) => {
    for (const size of [0, 5, 200]) {
      const input = { hash, password: randomBytes(size), salt: randomBytes(8), iterations: 50, length: 40 }
      expect(bytes(await webCrypto.pbkdf2(input))).toBe(bytes(await nodeCrypto.pbkdf2(input)))
    }
  })

  const ciphers: [CbcCipher, number, number][] = [
    ['aes-128-cbc', 16, 16],
    ['aes-192-cbc', 24, 16],
    ['aes-256-cbc', 32, 16],
    ['des-ede3-cbc', 24, 8],
  ]
  it.each(ciphers)('%s: decrypts, and refuses a wrong key and wrong lengths', async (name, keySize, ivSize) => {
    for (const length of lengths) {
      const [key, iv, plain] = [randomBytes(keySize), randomBytes(ivSize), randomBytes(length)]
      const cipher = createCipheriv(name, key, iv)
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
      expect(bytes(await webCrypto.decryptCbc(name, key, iv, encrypted))).toBe(bytes(plain))
      const decrypt = async (data: Uint8Array, secret = key) => webCrypto.decryptCbc(name, secret, iv, data)
      await expect(decrypt(encrypted.subarray(1))).rejects.toThrow()
      await expect(decrypt(encrypted, key.subarray(1))).rejects.toThrow()
    }
  })

  it('has no other hash', () => {
    for (const name of ['ripemd160', 'toString', '__proto__'])
      expect(() => webCrypto.digest(name, new Uint8Array())).toThrow(RangeError)
  })
})
