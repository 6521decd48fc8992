import { createDecipheriv, createHmac, hash as digestOf, pbkdf2Sync } from 'node:crypto'
import { concatBytes } from '../cms/der.ts'
import type { CryptoPort } from './crypto-port.ts'

/** The port over node:crypto, fully synchronous. */
export const nodeCrypto: CryptoPort = {
  digest: (hash, data) => digestOf(hash, data, 'buffer'),
  digestAgain(hash, data, times) {
    let value = digestOf(hash, data, 'buffer')
    for (let i = 1; i < times; i++) value = digestOf(hash, value, 'buffer')
    return value
  },
  hmac: (hash, key, data) => createHmac(hash, key).update(data).digest(),
  pbkdf2: ({ hash, password, salt, iterations, length }) => pbkdf2Sync(password, salt, iterations, length, hash),
  decryptCbc(cipher, key, iv, data) {
    const decipher = createDecipheriv(cipher, key, iv)
    return concatBytes([decipher.update(data), decipher.final()])
  },
}
