import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Letters and digits only, so that a double click selects the whole key. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const mark = 'foja_'
/** 238 random bits. */
const randomCharacters = 40
/** A CRC-32 has at most six digits of base 62. */
const checkCharacters = 6
const shownCharacters = 6

/** Checksum of the random part: a mistyped or cut key is recognised without a look at the database. */
function checksumOf(random: string): string {
  let value = crc32(random)
  let digits = ''
  for (let at = 0; at < checkCharacters; at += 1) {
    digits = alphabet[value % alphabet.length]! + digits
    value = Math.floor(value / alphabet.length)
  }
  return digits
}

/** A new key with what is stored of it. */
export function createKeyText(): { key: string; hash: string; prefix: string } {
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join('')
  const key = `${mark}${random}${checksumOf(random)}`
  return { key, hash: hashOf(key), prefix: key.slice(0, mark.length + shownCharacters) }
}

/** SHA-256 of a key. A plain digest is enough: the key is random and long. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Hash of the key of an `Authorization` header; null if its checksum is wrong. */
export function keyHashOf(authorization: string): string | null {
  const [, key, random, checksum] = /^Bearer +(foja_([\dA-Za-z]{40})([\dA-Za-z]{6}))$/i.exec(authorization) ?? []
  if (key === undefined || random === undefined || checksumOf(random) !== checksum) return null
  return hashOf(key)
}
