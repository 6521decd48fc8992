import { concatBytes, sameBytes, Tag } from '../cms/der.ts'
import { digestNames, Oid } from '../cms/oids.ts'
import type { DerNode } from '../cms/read-der.ts'
import { children, contentOf, encodingOf, expectTag, readNode, readOctets, readOid } from '../cms/read-der.ts'
import { PadesError } from '../errors.ts'
import type { Steps, Work } from './crypto-port.ts'
import { wait } from './crypto-port.ts'
import { decryptAndRead, hmacNames, pbkdf2Of, readCount, unsupported } from './encryption.ts'
import { derivePkcs12, Purpose } from './key-derivation.ts'
import { pkcs12Passwords, pkcs5Passwords } from './passphrase.ts'

/** PFX ::= SEQUENCE { version, authSafe ContentInfo, macData OPTIONAL } (RFC 7292 §4). */
export type Pfx = { authenticatedSafe: Uint8Array; macData: DerNode | null }
/** A raw key or certificate of the file; `key` holds PKCS#8 and must be wiped after use. */
export type Bags = { keys: Uint8Array[]; certificates: Uint8Array[] }

const Bag = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
  safeContents: '1.2.840.113549.1.12.10.1.6',
}
const x509Certificate = '1.2.840.113549.1.9.22.1'
const encryptedData = '1.2.840.113549.1.7.6'
const MAX_NESTING = 4

/** Parses the outermost layer without decrypting. Throws DerError. */
export function readPfx(bytes: Uint8Array): Pfx {
  const [version, authSafe, macData] = children(expectTag(readNode(bytes), Tag.sequence, 'PFX'))
  if (readCount(version) !== 3) throw unsupported('PFX version')
  const [type, content] = children(expectTag(authSafe, Tag.sequence, 'authSafe'))
  // public-key integrity mode wraps it in SignedData; such files are not issued to people
  if (readOid(type) === Oid.signedData) throw unsupported(Oid.signedData)
  return {
    authenticatedSafe: readOctets(children(expectTag(content, 0xa0, 'content'))[0]),
    macData: macData?.tag === Tag.sequence ? macData : null,
  }
}

/** Checks the MAC with each encoding of the passphrase (RFC 7292 §5.1; PBMAC1 of RFC 9579). True when one matches. */
export function* verifyMac(
  { authenticatedSafe }: Pfx,
  macData: DerNode,
  passphrase: string,
  work: Work,
): Steps<boolean> {
  const [digestInfo, saltNode, count] = children(macData)
  const [algorithm, expected] = children(expectTag(digestInfo, Tag.sequence, 'DigestInfo'))
  const [type, parameters] = children(expectTag(algorithm, Tag.sequence, 'MAC algorithm'))
  const oid = readOid(type)
  const stored = readOctets(expected)
  const fits = (hash: string, key: Uint8Array) => {
    const mac = work.crypto.hmac(hash, key, authenticatedSafe)
    key.fill(0)
    // no timing attack: the same user supplies file and passphrase
    return sameBytes(mac, stored)
  }
  if (oid === '1.2.840.113549.1.5.14') {
    const [derivation, scheme] = children(expectTag(parameters, Tag.sequence, 'PBMAC1 parameters'))
    const derive = pbkdf2Of(derivation, work)
    const hmacOid = readOid(children(expectTag(scheme, Tag.sequence, 'MAC scheme'))[0])
    const hash = hmacNames[hmacOid]
    if (!hash) throw unsupported(hmacOid)
    return yield* anyFits(pkcs5Passwords(passphrase), function* tryOne(password) {
      return fits(hash, yield* derive(password))
    })
  }
  const hash = digestNames[oid]
  if (!hash) throw unsupported(oid)
  if (stored.length !== work.crypto.digest(hash, new Uint8Array()).length)
    throw new RangeError('MAC of the wrong length')
  const salt = readOctets(saltNode)
  const iterations = count ? readCount(count) : 1
  const derivation = { hash, salt, iterations }
  return yield* anyFits(pkcs12Passwords(passphrase), function* tryOne(password) {
    const key = derivePkcs12({ ...derivation, password }, Purpose.mac, stored.length, work)
    return yield* wait(fits(hash, key))
  })
}

/** Tries each encoding until one matches, and wipes them all. */
function* anyFits(passwords: Uint8Array[], tryOne: (password: Uint8Array) => Steps<boolean>): Steps<boolean> {
  try {
    for (const password of passwords) if (yield* tryOne(password)) return true
    return false
  } finally {
    for (const password of passwords) password.fill(0)
  }
}

/** Context of the bag parser: where to collect results, and the meaning of a failed decryption. */
type Reading = Work & { passphrase: string; bags: Bags; macVerified: boolean; decrypted: number }

function undecryptable({ macVerified }: Reading): PadesError {
  // a correct MAC proves the passphrase, so later decryption failures are damage
  return macVerified
    ? new PadesError('p12_damaged', { part: 'encrypted content' })
    : new PadesError('p12_wrong_passphrase')
}

/** Checks the structure of PrivateKeyInfo (RFC 5958 §2), which random bytes do not have, and copies it. */
export function acceptPrivateKey(plain: Uint8Array): Uint8Array {
  const node = expectTag(readNode(plain), Tag.sequence, 'private key')
  const [version, algorithm, key] = children(node)
  expectTag(version, Tag.integer, 'version')
  readOid(children(expectTag(algorithm, Tag.sequence, 'key algorithm'))[0])
  expectTag(key, Tag.octetString, 'key')
  const copy = Uint8Array.from(encodingOf(node))
  plain.fill(0)
  return copy
}

function* readBag(bag: DerNode, reading: Reading, depth: number): Steps<void> {
  const [type, wrapper] = children(expectTag(bag, Tag.sequence, 'SafeBag'))
  const oid = readOid(type)
  const value = children(expectTag(wrapper, 0xa0, 'bag value'))[0]
  if (!value) throw new RangeError('empty bag')
  if (oid === Bag.safeContents) yield* readSafeContents(value, reading, depth + 1)
  else if (oid === Bag.key) reading.bags.keys.push(acceptPrivateKey(Uint8Array.from(encodingOf(value))))
  else if (oid === Bag.shroudedKey) {
    const [algorithm, data] = children(value)
    const input = { ...reading, algorithm: expectTag(algorithm, Tag.sequence, 'algorithm'), data: readOctets(data) }
    const key = yield* decryptAndRead(input, acceptPrivateKey)
    if (!key) throw undecryptable(reading)
    reading.decrypted++
    reading.bags.keys.push(key)
  } else if (oid === Bag.certificate) {
    const [kind, content] = children(value)
    if (readOid(kind) === x509Certificate)
      reading.bags.certificates.push(Uint8Array.from(readOctets(children(expectTag(content, 0xa0, 'certificate'))[0])))
  }
}

function* readSafeContents(contents: DerNode, reading: Reading, depth: number): Steps<void> {
  if (depth > MAX_NESTING) throw new RangeError('nested too deep')
  for (const bag of children(expectTag(contents, Tag.sequence, 'SafeContents'))) yield* readBag(bag, reading, depth)
}

/** An implicitly tagged OCTET STRING, [0]; BER may split it (X.690 §8.7.3). */
function readImplicitOctets(node: DerNode | undefined): Uint8Array {
  if (node?.tag === 0xa0) return concatBytes(children(node).map((piece) => readOctets(piece)))
  return contentOf(expectTag(node, 0x80, 'encrypted content'))
}

/** Wrong keys give bytes that are no sequence of bags; checked before parsing the bags. */
function acceptSafeContents(plain: Uint8Array): DerNode {
  const node = expectTag(readNode(plain), Tag.sequence, 'SafeContents')
  for (const bag of children(node)) readOid(children(bag)[0])
  return node
}

function* readContentInfo(info: DerNode, reading: Reading): Steps<void> {
  const [type, wrapper] = children(expectTag(info, Tag.sequence, 'ContentInfo'))
  const oid = readOid(type)
  const content = children(expectTag(wrapper, 0xa0, 'content'))[0]
  if (oid === Oid.data) {
    yield* readSafeContents(readNode(readOctets(content)), reading, 0)
    return
  }
  if (oid !== encryptedData) throw unsupported(oid)
  const encrypted = children(
    children(expectTag(content, Tag.sequence, 'EncryptedData'))[1] ?? expectTag(undefined, 0, 'content'),
  )
  const input = {
    ...reading,
    algorithm: expectTag(encrypted[1], Tag.sequence, 'algorithm'),
    data: readImplicitOctets(encrypted[2]),
  }
  const contents = yield* decryptAndRead(input, acceptSafeContents)
  if (!contents) throw undecryptable(reading)
  reading.decrypted++
  yield* readSafeContents(contents, reading, 0)
}

const safesOf = (pfx: Pfx): DerNode[] =>
  children(expectTag(readNode(pfx.authenticatedSafe), Tag.sequence, 'AuthenticatedSafe'))

const newReading = (passphrase: string, work: Work, macVerified: boolean): Reading => ({
  ...work,
  passphrase,
  bags: { keys: [], certificates: [] },
  macVerified,
  decrypted: 0,
})

/** Parses one part; an unreadable part counts as empty. */
function* attempt(read: Steps<void>): Steps<void> {
  try {
    yield* read
  } catch {
    return
  }
}

/**
 * True if the passphrase decrypts any part although the MAC does not match: then the file was altered, and the
 * passphrase is right. Never throws; false when the work budget ends.
 */
export function* decryptsAnyPart(pfx: Pfx, passphrase: string, work: Work): Steps<boolean> {
  const reading = newReading(passphrase, work, false)
  try {
    for (const safe of safesOf(pfx)) yield* attempt(readContentInfo(safe, reading))
  } catch {
    // the MAC mismatch is already certain; this only refines the message
  }
  for (const key of reading.bags.keys) key.fill(0)
  return reading.decrypted > 0
}

/**
 * Decrypts every part and collects keys and certificates. Throws PadesError ('p12_wrong_passphrase', 'p12_damaged',
 * 'p12_unsupported_algorithm', 'p12_too_slow'), and DerError or RangeError for damage inside.
 */
export function* readBags(pfx: Pfx, passphrase: string, work: Work, macVerified: boolean): Steps<Bags> {
  const reading = newReading(passphrase, work, macVerified)
  for (const safe of safesOf(pfx)) yield* readContentInfo(safe, reading)
  return reading.bags
}
