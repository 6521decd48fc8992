import { concatBytes } from '../cms/der.ts'
import type { Work } from './crypto-port.ts'

/** Hash → its block size in octets, `v / 8` of RFC 7292 Appendix B.2. */
const blockSizes: Record<string, number> = {
  md5: 64,
  sha1: 64,
  sha224: 64,
  sha256: 64,
  sha384: 128,
  sha512: 128,
  'sha3-256': 136,
  'sha3-384': 104,
  'sha3-512': 72,
}

/** Purpose of the derived octets: the ID octet of RFC 7292 Appendix B.3. */
export const Purpose = { key: 1, iv: 2, mac: 3 } as const

/** Repeats the bytes to fill whole blocks (RFC 7292 Appendix B.2, steps 2 and 3); empty stays empty. */
function fill(bytes: Uint8Array, block: number): Uint8Array {
  const length = block * Math.ceil(bytes.length / block)
  return Uint8Array.from({ length }, (_, i) => bytes[i % bytes.length] ?? 0)
}

/** I_j = (I_j + B + 1) mod 2^(8v) for each block of I (RFC 7292 Appendix B.2, step 6C). */
function addToBlocks(input: Uint8Array, addend: Uint8Array): void {
  for (let start = 0; start < input.length; start += addend.length) {
    let carry = 1
    for (let i = addend.length - 1; i >= 0; i--) {
      carry += (input[start + i] ?? 0) + (addend[i] ?? 0)
      input[start + i] = carry & 0xff
      carry >>= 8
    }
  }
}

/** Input of both derivations; `password` is already encoded, `iterations` is at least 1. */
export type Derivation = { hash: string; password: Uint8Array; salt: Uint8Array; iterations: number }

/**
 * The key derivation of PKCS#12 (RFC 7292 Appendix B.2). `password` is already encoded, including its terminating
 * zeros. Returns `length` octets. Throws 'p12_too_slow' through `budget`.
 */
export function derivePkcs12(
  { hash, password, salt, iterations }: Derivation,
  purpose: (typeof Purpose)[keyof typeof Purpose],
  length: number,
  work: Work,
): Uint8Array {
  const block = blockSizes[hash]
  if (!block) throw new RangeError(`no block size for ${hash}`)
  const blocks = [fill(salt, block), fill(password, block)]
  const input = concatBytes(blocks)
  const out = new Uint8Array(length)
  for (let done = 0; done < length;) {
    work.budget.spend(iterations)
    const start = concatBytes([new Uint8Array(block).fill(purpose), input])
    const value = work.crypto.digestAgain(hash, start, iterations)
    start.fill(0)
    out.set(value.subarray(0, Math.min(value.length, length - done)), done)
    done += value.length
    if (done < length)
      addToBlocks(
        input,
        Uint8Array.from({ length: block }, (_, i) => value[i % value.length] ?? 0),
      )
  }
  for (const secret of [input, ...blocks]) secret.fill(0)
  return out
}

/** PBKDF1 (RFC 8018 §5.1): the first 16 octets, key and IV of the old DES and RC2 schemes. */
export function derivePbkdf1({ hash, password, salt, iterations }: Derivation, work: Work): Uint8Array {
  work.budget.spend(iterations)
  const start = concatBytes([password, salt])
  const value = work.crypto.digestAgain(hash, start, iterations)
  start.fill(0)
  return Uint8Array.from(value.subarray(0, 16))
}
