import type { DerivationBudget } from './work-budget.ts'

/** A value now (node:crypto) or later (WebCrypto). */
export type Soon<T> = T | Promise<T>

/** Ciphers that both adapters have, by their names in node:crypto. */
export type CbcCipher = 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc' | 'des-ede3-cbc'

/**
 * The cryptography that opening a key file needs. Hashes go by the names of node:crypto ('sha1', 'sha512-256'…).
 * Digest and HMAC answer at once in every adapter, because the derivation of PKCS#12 chains up to millions of them.
 */
export type CryptoPort = {
  digest(hash: string, data: Uint8Array): Uint8Array
  /** The digest of the digest of … `data`, `times` over; at least once. */
  digestAgain(hash: string, data: Uint8Array, times: number): Uint8Array
  hmac(hash: string, key: Uint8Array, data: Uint8Array): Uint8Array
  pbkdf2(input: Pbkdf2Input): Soon<Uint8Array>
  /** CBC with PKCS#7 padding taken off. Throws or rejects when length or padding is wrong. */
  decryptCbc(cipher: CbcCipher, key: Uint8Array, iv: Uint8Array, data: Uint8Array): Soon<Uint8Array>
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

/** What every step of opening carries along: who computes, and what may still be spent. */
export type Work = { crypto: CryptoPort; budget: DerivationBudget }

/**
 * A computation that may have to wait on the way. The reader of key files is written once as generators: on Node they
 * run through without a pause, in a page each waits for WebCrypto.
 */
export type Steps<T> = Generator<unknown, T, unknown>

/** Inside a generator: the value, waited for where it is not there yet. */
export function* wait<T>(value: Soon<T>): Steps<T> {
  return (value instanceof Promise ? yield value : value) as T
}

/** Runs steps that never have to wait. Throws what they throw. */
export function runAtOnce<T>(steps: Steps<T>): T {
  const step = steps.next()
  if (!step.done) throw new TypeError('this adapter has to be waited for')
  return step.value
}

/** Runs steps and waits where they do. Rejects with what they throw. */
export async function runWaiting<T>(steps: Steps<T>): Promise<T> {
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
