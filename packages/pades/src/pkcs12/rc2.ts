import { fromHex } from '../cms/bytes.ts'

/**
 * RC2 (RFC 2268) in CBC mode. OpenSSL 3 has it only in its legacy provider, which Node does not load, but key files of
 * several national authorities still encrypt their certificates with RC2-40. Only for reading such files.
 */

/** PITABLE: a permutation of the octets from the digits of pi (RFC 2268 §2). */
const piTable = fromHex(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
)

const pi = (index: number): number => piTable[index & 0xff] ?? 0

/** The 64 words of the expanded key (RFC 2268 §2). `effectiveBits` is 1 to 1024. */
function expandKey(key: Uint8Array, effectiveBits: number): Uint16Array {
  if (key.length < 1 || key.length > 128) throw new RangeError('RC2 key must have 1 to 128 octets')
  const octets = new Uint8Array(128)
  octets.set(key)
  const at = (index: number) => octets[index] ?? 0
  for (let i = key.length; i < 128; i++) octets[i] = pi(at(i - 1) + at(i - key.length))
  const effectiveOctets = Math.ceil(effectiveBits / 8)
  const mask = 0xff >> (8 * effectiveOctets - effectiveBits)
  octets[128 - effectiveOctets] = pi(at(128 - effectiveOctets) & mask)
  for (let i = 127 - effectiveOctets; i >= 0; i--) octets[i] = pi(at(i + 1) ^ at(i + effectiveOctets))
  const words = Uint16Array.from({ length: 64 }, (_, i) => at(2 * i) | (at(2 * i + 1) << 8))
  octets.fill(0)
  return words
}

const shifts = [1, 2, 3, 5]
/** Rounds of mixing between the two rounds of mashing (RFC 2268 §3.3). */
const roundGroups = [5, 6, 5]

function encryptBlock(words: Uint16Array, block: Uint16Array): void {
  const r = (index: number) => block[index & 3] ?? 0
  let j = 0
  roundGroups.forEach((rounds, group) => {
    for (let round = 0; round < rounds; round++)
      for (let i = 0; i < 4; i++) {
        const sum = (r(i) + (words[j++] ?? 0) + (r(i + 3) & r(i + 2)) + (~r(i + 3) & r(i + 1))) & 0xffff
        const shift = shifts[i] ?? 0
        block[i] = (sum << shift) | (sum >> (16 - shift))
      }
    if (group < 2) for (let i = 0; i < 4; i++) block[i] = r(i) + (words[r(i + 3) & 63] ?? 0)
  })
}

function decryptBlock(words: Uint16Array, block: Uint16Array): void {
  const r = (index: number) => block[index & 3] ?? 0
  let j = 63
  roundGroups.forEach((rounds, group) => {
    for (let round = 0; round < rounds; round++)
      for (let i = 3; i >= 0; i--) {
        const shift = shifts[i] ?? 0
        const rotated = ((r(i) >> shift) | (r(i) << (16 - shift))) & 0xffff
        block[i] = rotated - (words[j--] ?? 0) - (r(i + 3) & r(i + 2)) - (~r(i + 3) & r(i + 1))
      }
    if (group < 2) for (let i = 3; i >= 0; i--) block[i] = r(i) - (words[r(i + 3) & 63] ?? 0)
  })
}

const loadBlock = (bytes: Uint8Array, at: number): Uint16Array =>
  Uint16Array.from({ length: 4 }, (_, i) => (bytes[at + 2 * i] ?? 0) | ((bytes[at + 2 * i + 1] ?? 0) << 8))

function storeBlock(block: Uint16Array, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 4; i++) {
    bytes[at + 2 * i] = (block[i] ?? 0) & 0xff
    bytes[at + 2 * i + 1] = (block[i] ?? 0) >> 8
  }
}

/** Key, effective key bits (RFC 2268 §2) and initial vector of 8 octets. */
export type Rc2Key = { key: Uint8Array; effectiveBits: number; iv: Uint8Array }

/** RC2-CBC with PKCS#7 padding. Only for test files; the product never encrypts with RC2. */
export function rc2CbcEncrypt({ key, effectiveBits, iv }: Rc2Key, data: Uint8Array): Uint8Array {
  const padding = 8 - (data.length % 8)
  const out = new Uint8Array(data.length + padding).fill(padding)
  out.set(data)
  const words = expandKey(key, effectiveBits)
  let previous = loadBlock(iv, 0)
  for (let at = 0; at < out.length; at += 8) {
    const block = loadBlock(out, at).map((word, i) => word ^ (previous[i] ?? 0))
    encryptBlock(words, block)
    storeBlock(block, out, at)
    previous = block
  }
  words.fill(0)
  return out
}

/** Reverses RC2-CBC and its padding. Throws RangeError for a wrong length or padding. */
export function rc2CbcDecrypt({ key, effectiveBits, iv }: Rc2Key, data: Uint8Array): Uint8Array {
  if (data.length === 0 || data.length % 8 !== 0 || iv.length !== 8) throw new RangeError('RC2 needs whole blocks')
  const words = expandKey(key, effectiveBits)
  const out = new Uint8Array(data.length)
  let previous = loadBlock(iv, 0)
  for (let at = 0; at < data.length; at += 8) {
    const encrypted = loadBlock(data, at)
    const block = Uint16Array.from(encrypted)
    decryptBlock(words, block)
    storeBlock(
      block.map((word, i) => word ^ (previous[i] ?? 0)),
      out,
      at,
    )
    previous = encrypted
  }
  words.fill(0)
  const padding = out.at(-1) ?? 0
  if (padding < 1 || padding > 8 || out.subarray(-padding).some((octet) => octet !== padding))
    throw new RangeError('bad padding')
  return out.subarray(0, out.length - padding)
}
