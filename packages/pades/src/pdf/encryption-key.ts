import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { rc4 } from './rc4.ts'

/** The entries of the encryption dictionary that the file key hangs on (ISO 32000-2 §7.6.4.2, table 21). */
export type KeyFacts = {
  revision: number
  /** Lengths in octets to try, the declared one first: writers disagree on where it stands and in which unit. */
  keyLengths: readonly number[]
  owner: Uint8Array
  user: Uint8Array
  /** /UE, of revisions 5 and 6 only. */
  userKey: Uint8Array
  permissions: number
  /** First part of the trailer's /ID, empty when there is none. */
  id: Uint8Array
  encryptMetadata: boolean
}

/** The file key, and whether the empty password is the owner's as well, whom no permission binds. */
export type FileKey = { key: Uint8Array; isOwner: () => boolean }

/** What short passwords are filled up with (algorithm 2, step a); here it stands for the empty password. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

const md5 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

const startsWith = (whole: Uint8Array, start: Uint8Array): boolean =>
  whole.length >= start.length && Buffer.compare(whole.subarray(0, start.length), start) === 0

/** Opens a file with the empty user password; null when it asks for another one. */
export function emptyPasswordKey(facts: KeyFacts): FileKey | null {
  if (facts.revision >= 5) return modernKey(facts)
  for (const length of facts.keyLengths) {
    const key = legacyKey(facts, length)
    if (isUserKey(facts, key)) return { key, isOwner: () => isLegacyOwner(facts, length) }
  }
  return null
}

/** Algorithm 2: revisions 2 to 4. */
function legacyKey({ revision, owner, permissions, id, encryptMetadata }: KeyFacts, length: number): Buffer {
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const unsealed = revision >= 4 && !encryptMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = md5(padding, owner.subarray(0, 32), flags, id, unsealed)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key.subarray(0, length))
  return key.subarray(0, length)
}

const turned = (key: Uint8Array, by: number): Uint8Array => key.map((octet) => octet ^ by)

/** Algorithms 4 to 6: whether the key gives the /U of the file. */
function isUserKey({ revision, user, id }: KeyFacts, key: Uint8Array): boolean {
  if (revision === 2) return startsWith(user, rc4(key, padding))
  let expected = rc4(key, md5(padding, id))
  for (let i = 1; i < 20; i++) expected = rc4(turned(key, i), expected)
  return startsWith(user, expected)
}

/** Algorithm 7: the empty password is the owner's when it opens /O and finds the empty user password in it. */
function isLegacyOwner({ revision, owner }: KeyFacts, length: number): boolean {
  let key = md5(padding)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key)
  key = key.subarray(0, length)
  let found: Uint8Array = owner.subarray(0, 32)
  if (revision === 2) found = rc4(key, found)
  else for (let i = 19; i >= 0; i--) found = rc4(turned(key, i), found)
  return startsWith(found, padding)
}

/** Algorithm 2.A: revisions 5 and 6. /U and /O are 32 octets of hash, 8 of validation salt, 8 of key salt. */
function modernKey({ revision, owner, user, userKey }: KeyFacts): FileKey | null {
  if (user.length < 48 || owner.length < 48 || userKey.length < 32) return null
  const nothing = new Uint8Array(0)
  const hash = (salt: Uint8Array, more: Uint8Array): Uint8Array =>
    revision === 5 ? sha256(salt, more) : hardHash(salt, more)
  if (!startsWith(user, hash(user.subarray(32, 40), nothing))) return null
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48), nothing), new Uint8Array(16))
  const key = decipher.setAutoPadding(false).update(userKey.subarray(0, 32))
  return { key, isOwner: () => startsWith(owner, hash(owner.subarray(32, 40), user.subarray(0, 48))) }
}

/** Algorithm 2.B for the empty password: `more` is /U when it is the owner's that is tried. */
export function hardHash(salt: Uint8Array, more: Uint8Array): Uint8Array {
  let key: Buffer = sha256(salt, more)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    const block = Buffer.concat([key, more])
    const sealed = cipher.setAutoPadding(false).update(Buffer.alloc(block.length * 64, block))
    // the first 16 octets as a number modulo 3 is the sum of them modulo 3, as 256 leaves 1
    let rest = 0
    for (let i = 0; i < 16; i++) rest = (rest + sealed[i]!) % 3
    key = createHash(rest === 0 ? 'sha256' : rest === 1 ? 'sha384' : 'sha512')
      .update(sealed)
      .digest()
    last = sealed.at(-1)!
  }
  return key.subarray(0, 32)
}
