import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { rc4 } from './rc4.ts'

/** The entries of the encryption dictionary that determine the file key (ISO 32000-2 §7.6.4.2, table 21). */
export type KeyFacts = {
  revision: number
  /** Key lengths in octets to try, the declared one first: writers disagree on its place and unit. */
  keyLengths: readonly number[]
  owner: Uint8Array
  user: Uint8Array
  /** /UE and /OE, of revisions 5 and 6 only. */
  userKey: Uint8Array
  ownerKey: Uint8Array
  permissions: number
  /** First part of the trailer's /ID; empty when missing. */
  id: Uint8Array
  encryptMetadata: boolean
}

/** The file key, and whether the password is the owner's, to whom no permission applies. */
export type FileKey = { key: Uint8Array; isOwner: () => boolean }

/** Padding of short passwords (algorithm 2, step a). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

const md5 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()

const startsWith = (whole: Uint8Array, start: Uint8Array): boolean =>
  whole.length >= start.length && Buffer.compare(whole.subarray(0, start.length), start) === 0

/** Encodings of a password: PDFDocEncoding up to revision 4, UTF-8 from 5 on. */
function encodings(password: string, revision: number): Uint8Array[] {
  const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8').subarray(0, 127)
  const all =
    revision >= 5
      ? [utf8(password.normalize('NFKC')), utf8(password)]
      : [Buffer.from(password, 'latin1'), utf8(password)]
  return all.filter((one, i) => all.findIndex((other) => Buffer.compare(one, other) === 0) === i)
}

/** Derives the file key from a user or owner password; null for a wrong password. */
export function passwordKey(facts: KeyFacts, password: string): FileKey | null {
  for (const octets of encodings(password, facts.revision)) {
    const key = facts.revision >= 5 ? modernKey(facts, octets) : legacyFileKey(facts, octets)
    if (key) return key
  }
  return null
}

function legacyFileKey(facts: KeyFacts, password: Uint8Array): FileKey | null {
  for (const length of facts.keyLengths) {
    const key = legacyKey(facts, length, password)
    const asOwner = (): FileKey | null => legacyOwnerKey(facts, length, password)
    if (isUserKey(facts, key)) return { key, isOwner: () => asOwner() !== null }
    const ownerKey = asOwner()
    if (ownerKey) return ownerKey
  }
  return null
}

/** Algorithm 7: the owner password decrypts the user password in /O. */
function legacyOwnerKey(facts: KeyFacts, length: number, password: Uint8Array): FileKey | null {
  const key = legacyKey(facts, length, userPasswordIn(facts, length, password))
  return isUserKey(facts, key) ? { key, isOwner: () => true } : null
}

const padded = (password: Uint8Array): Uint8Array => Buffer.concat([password, padding]).subarray(0, 32)

/** Algorithm 2: revisions 2 to 4. */
function legacyKey(
  { revision, owner, permissions, id, encryptMetadata }: KeyFacts,
  length: number,
  password: Uint8Array,
): Buffer {
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const unsealed = revision >= 4 && !encryptMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = md5(padded(password), owner.subarray(0, 32), flags, id, unsealed)
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key.subarray(0, length))
  return key.subarray(0, length)
}

const turned = (key: Uint8Array, by: number): Uint8Array => key.map((octet) => octet ^ by)

/** Algorithms 4 to 6: true if the key yields the /U of the file. */
function isUserKey({ revision, user, id }: KeyFacts, key: Uint8Array): boolean {
  if (revision === 2) return startsWith(user, rc4(key, padding))
  let expected = rc4(key, md5(padding, id))
  for (let i = 1; i < 20; i++) expected = rc4(turned(key, i), expected)
  return startsWith(user, expected)
}

/** Algorithm 7, steps a and b: the padded user password from /O. */
function userPasswordIn({ revision, owner }: KeyFacts, length: number, password: Uint8Array): Uint8Array {
  let key = md5(padded(password))
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key)
  key = key.subarray(0, length)
  let found: Uint8Array = owner.subarray(0, 32)
  if (revision === 2) return rc4(key, found)
  for (let i = 19; i >= 0; i--) found = rc4(turned(key, i), found)
  return found
}

/** Algorithm 2.A: revisions 5 and 6. /U and /O are 32 octets of hash, 8 of validation salt, 8 of key salt. */
function modernKey(facts: KeyFacts, password: Uint8Array): FileKey | null {
  const { revision, owner, user, userKey, ownerKey } = facts
  if (user.length < 48 || owner.length < 48) return null
  const hash = revision === 5 ? sha256 : hardHash
  const opens = (entry: Uint8Array, more: Uint8Array): boolean =>
    startsWith(entry, hash(password, entry.subarray(32, 40), more))
  const unwrap = (entry: Uint8Array, wrapped: Uint8Array, more: Uint8Array): Uint8Array => {
    const secret = hash(password, entry.subarray(40, 48), more)
    const decipher = createDecipheriv('aes-256-cbc', secret, new Uint8Array(16))
    return decipher.setAutoPadding(false).update(wrapped.subarray(0, 32))
  }
  const nothing = new Uint8Array(0)
  const known = user.subarray(0, 48)
  const isOwner = (): boolean => opens(owner, known)
  if (userKey.length >= 32 && opens(user, nothing)) return { key: unwrap(user, userKey, nothing), isOwner }
  if (ownerKey.length >= 32 && isOwner()) return { key: unwrap(owner, ownerKey, known), isOwner: () => true }
  return null
}

/** Algorithm 2.B: `more` is /U for the owner's password. */
export function hardHash(password: Uint8Array, salt: Uint8Array, more: Uint8Array): Uint8Array {
  let key: Buffer = sha256(password, salt, more)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    const block = Buffer.concat([password, key, more])
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
