/**
 * Triple DES (FIPS 46-3, NIST SP 800-67) in CBC mode, decryption only. WebCrypto has no DES, but key files of many
 * authorities encrypt the key with it. Node uses the platform's own; this one is for pages.
 */

/** Initial permutation: bit numbers from 1, left to right, as in the standard; the final one reverses it. */
const initial = [58, 60, 62, 64, 57, 59, 61, 63].flatMap((start) => Array.from({ length: 8 }, (_, i) => start - 8 * i))
const final = initial.map((_, i) => initial.indexOf(i + 1) + 1)

const keyChoice1 = [
  [57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36],
  [63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4],
].flat()

const keyChoice2 = [
  [14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2],
  [41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32],
].flat()

const rotations = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]

const roundPermutation = [
  16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
]

/** S1 to S8, each four rows of sixteen hexadecimal digits. */
const substitutions = [
  'e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d',
  'f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9',
  'a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c',
  '7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e',
  '2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453',
  'c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d',
  '4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c',
  'd2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b',
].map((row) => Array.from(row, (digit) => Number.parseInt(digit, 16)))

/** Substitution and round permutation in one table per box: six bits in, 32 bits out. */
const boxes = substitutions.map((box, place) =>
  Uint32Array.from({ length: 64 }, (_, six) => {
    const row = ((six >> 4) & 2) | (six & 1)
    const word = (box[row * 16 + ((six >> 1) & 15)] ?? 0) << (28 - 4 * place)
    return roundPermutation.reduce((out, bit, i) => out | (((word >>> (32 - bit)) & 1) << (31 - i)), 0)
  }),
)

/** The sixteen round keys, each as eight groups of six bits. */
function expandKey(key: Uint8Array): Uint8Array[] {
  const bit = (number: number) => ((key[(number - 1) >> 3] ?? 0) >> (7 - ((number - 1) & 7))) & 1
  let halves = [keyChoice1.slice(0, 28).map(bit), keyChoice1.slice(28).map(bit)]
  return rotations.map((count) => {
    halves = halves.map((half) => [...half.slice(count), ...half.slice(0, count)])
    const joined = halves.flat()
    return Uint8Array.from({ length: 8 }, (_, group) =>
      keyChoice2.slice(6 * group, 6 * group + 6).reduce((six, number) => (six << 1) | (joined[number - 1] ?? 0), 0),
    )
  })
}

type Block = [high: number, low: number]

function permute([high, low]: Block, table: readonly number[]): Block {
  const half = (numbers: readonly number[]) =>
    numbers.reduce((out, bit) => (out << 1) | ((bit <= 32 ? high >>> (32 - bit) : low >>> (64 - bit)) & 1), 0)
  return [half(table.slice(0, 32)), half(table.slice(32))]
}

/** The sixteen rounds between the two permutations; with the keys reversed they decrypt. */
function rounds([high, low]: Block, keys: readonly Uint8Array[]): Block {
  let [left, right] = [high, low]
  for (const key of keys) {
    let mixed = left
    for (let box = 0; box < 8; box++) {
      // the expansion E: six neighbouring bits, the first of them the last one of the group before
      const turn = (4 * box + 31) & 31
      const six = ((turn === 0 ? right : (right << turn) | (right >>> (32 - turn))) >>> 26) ^ (key[box] ?? 0)
      mixed ^= boxes[box]?.[six] ?? 0
    }
    left = right
    right = mixed
  }
  return [right, left]
}

const load = (bytes: Uint8Array, at: number): Block => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8)
  return [view.getInt32(0), view.getInt32(4)]
}

/**
 * Reverses DES-EDE3-CBC and its padding. `key` has 24 octets, `iv` 8; parity bits are ignored. Throws RangeError for a
 * wrong length or padding.
 */
export function tripleDesCbcDecrypt(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  if (key.length !== 24 || iv.length !== 8) throw new RangeError('3DES needs 24 octets of key and 8 of vector')
  if (data.length === 0 || data.length % 8 !== 0) throw new RangeError('3DES needs whole blocks')
  const [first, second, third] = [0, 8, 16].map((at) => expandKey(key.subarray(at, at + 8)))
  if (!first || !second || !third) throw new RangeError('3DES key')
  const stages = [third.toReversed(), second, first.toReversed()]
  const out = new Uint8Array(data.length)
  const view = new DataView(out.buffer)
  let previous = load(iv, 0)
  for (let at = 0; at < data.length; at += 8) {
    const encrypted = load(data, at)
    // the final permutation of one stage and the initial one of the next cancel out
    const [high, low] = permute(stages.reduce(rounds, permute(encrypted, initial)), final)
    view.setInt32(at, high ^ previous[0])
    view.setInt32(at + 4, low ^ previous[1])
    previous = encrypted
  }
  for (const roundKey of [...first, ...second, ...third]) roundKey.fill(0)
  const padding = out.at(-1) ?? 0
  if (padding < 1 || padding > 8 || out.subarray(-padding).some((octet) => octet !== padding))
    throw new RangeError('bad padding')
  return out.subarray(0, out.length - padding)
}
