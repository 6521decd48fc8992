import type { DerivationBudget } from './work-budget.ts'

/** A value now (node:crypto) or later (WebCrypto). */
export type MaybePromise<T> = T | Promise<T>

/** Ciphers that both adapters have, by their names in node:crypto. */
export type CbcCipher = 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc'

/**
 * The cryptography needed to open a key file. Hashes have the names of node:crypto ('sha1', 'sha512-256'…). Digest and
 * HMAC are synchronous in every adapter, because the derivation of PKCS#12 chains up to millions of them.
 */
export type CryptoPort = {
  digest(hash: string, data: Uint8Array): Uint8Array
  /** Hashes `data` repeatedly, `times` in all; at least once. */
  digestAgain(hash: string, data: Uint8Array, times: number): Uint8Array
  hmac(hash: string, key: Uint8Array, data: Uint8Array): Uint8Array
  pbkdf2(input: Pbkdf2Input): MaybePromise<Uint8Array>
  /** CBC with PKCS#7 padding removed. Throws or rejects for a wrong length or padding. */
  decryptCbc(cipher: CbcCipher, key: Uint8Array, iv: Uint8Array, data: Uint8Array): MaybePromise<Uint8Array>
}

/** Input of PBKDF2 (RFC 8018 §5.2); `password` is already encoded. */
export type Pbkdf2Input = {
  hash: string
  password: Uint8Array
  salt: Uint8Array
  iterations: number
  /** Octets wanted. */
  length: number
}

/** Context of every opening step: the crypto port and the work budget. */
export type Work = { crypto: CryptoPort; budget: DerivationBudget }

/**
 * A computation that may have to wait. The key file reader is written once as generators: on Node they run without a
 * pause, in a page each waits for WebCrypto.
 */
export type Steps<T> = Generator<unknown, T, unknown>

/** Inside a generator: the value, awaited if necessary. */
export function* wait<T>(value: MaybePromise<T>): Steps<T> {
  return (value instanceof Promise ? yield value : value) as T
}

/** Runs steps synchronously. Throws their errors. */
export function runSync<T>(steps: Steps<T>): T {
  const step = steps.next()
  if (!step.done) throw new TypeError('this adapter has to be waited for')
  return step.value
}

/** Runs steps asynchronously. Rejects with their errors. */
export async function runAsync<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next()
  while (!step.done) {
    let value: unknown
    try {
      value = await step.value
    } catch (error) {
      step = steps.throw(error)
      continue
    }
    step = steps.next(value)
  }
  return step.value
}
