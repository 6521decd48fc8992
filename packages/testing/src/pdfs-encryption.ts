import { createCipheriv, createHash } from 'node:crypto'
import { rc4 } from '@foja/pades/pdf/rc4'

/** The five kinds of ISO 32000-2 §7.6, and the crypt filter form of the second. */
export type EncryptionMode = 'rc4-40' | 'rc4-128' | 'rc4-filter' | 'aes-128' | 'aes-256-r5' | 'aes-256'

export type EncryptionOptions = {
  mode: EncryptionMode
  userPassword?: string
  /** Owner password; default 'owner'. */
  ownerPassword?: string
  /** /P; default -4, everything. */
  permissions?: number
  /** Default true. */
  encryptMetadata?: boolean
  /** Leaves streams in the clear by the Identity filter; only with crypt filters. */
  identityStreams?: boolean
}

/** `dict` is the encryption dictionary; `seal` encrypts the strings and the stream of an object's body. */
export type TestEncryption = { dict: string; seal(number: number, body: Buffer): Buffer }

type Facts = { dict: string; key: Buffer; method: 'rc4' | 'aes-128' | 'aes-256' }

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const revisions = { 'rc4-40': 2, 'rc4-128': 3, 'rc4-filter': 4, 'aes-128': 4, 'aes-256-r5': 5, 'aes-256': 6 } as const

const md5 = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()
const hex = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString('hex')}>`
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
const turned = (key: Uint8Array, by: number): Uint8Array => key.map((octet) => octet ^ by)

/** Encrypts like a PDF writer; deterministic, so that failures can be reproduced. */
export function makeEncryption(options: EncryptionOptions, id: Buffer): TestEncryption {
  const { mode, encryptMetadata = true, identityStreams = false } = options
  const { dict, key, method } = revisions[mode] >= 5 ? modern(options) : legacy(options, id)
  const seal = (number: number, body: Buffer): Buffer => {
    const own = objectKey(method, key, number)
    const text = body.toString('latin1')
    const at = text.indexOf('stream\n')
    const head = at < 0 ? text : text.slice(0, at)
    const sealed = head.replace(/\(([^()\\]*)\)|<([0-9A-Fa-f]+)>(?!>)/g, (_, literal?: string, digits?: string) =>
      hex(encrypt(method, own, literal === undefined ? Buffer.from(digits!, 'hex') : Buffer.from(literal, 'latin1'))),
    )
    if (at < 0) return Buffer.from(sealed, 'latin1')
    const data = body.subarray(at + 7, text.lastIndexOf('\nendstream'))
    const isClear = identityStreams || (!encryptMetadata && revisions[mode] >= 4 && head.includes('/Type /Metadata'))
    const stored = isClear ? data : encrypt(method, own, data)
    const length = sealed.replace(/\/Length \d+/, `/Length ${stored.length}`)
    return Buffer.concat([Buffer.from(`${length}stream\n`, 'latin1'), stored, Buffer.from('\nendstream')])
  }
  return { dict, seal }
}

function objectKey(method: Facts['method'], key: Buffer, number: number): Buffer {
  if (method === 'aes-256') return key
  const own = Buffer.of(number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0)
  const salt = method === 'aes-128' ? Buffer.from('sAlT') : Buffer.alloc(0)
  return md5(key, own, salt).subarray(0, Math.min(16, key.length + 5))
}

function encrypt(method: Facts['method'], key: Buffer, data: Uint8Array): Buffer {
  if (method === 'rc4') return Buffer.from(rc4(key, data))
  const vector = md5(key, data)
  const cipher = createCipheriv(`${method}-cbc`, key, vector)
  return Buffer.concat([vector, cipher.update(data), cipher.final()])
}

function filterEntries({ mode, identityStreams, encryptMetadata = true }: EncryptionOptions): string {
  const name = mode === 'rc4-filter' ? 'V2' : mode === 'aes-128' ? 'AESV2' : 'AESV3'
  const filter = `<< /Type /CryptFilter /CFM /${name} /AuthEvent /DocOpen /Length ${name === 'AESV3' ? 32 : 16} >>`
  const streams = identityStreams ? 'Identity' : 'StdCF'
  return `/CF << /StdCF ${filter} >> /StrF /StdCF /StmF /${streams} /EncryptMetadata ${encryptMetadata}`
}

/** Algorithms 2 to 5 (§7.6.4.3, §7.6.4.4). */
function legacy(options: EncryptionOptions, id: Buffer): Facts {
  const { mode, userPassword = '', ownerPassword = 'owner', permissions = -4, encryptMetadata = true } = options
  const revision = revisions[mode]
  const length = revision === 2 ? 5 : 16
  const rounds = revision === 2 ? 0 : 50
  const stretched = (start: Buffer): Buffer => {
    let value = start
    for (let i = 0; i < rounds; i++) value = md5(value.subarray(0, length))
    return value.subarray(0, length)
  }
  const rc4Rounds = (key: Uint8Array, data: Uint8Array): Uint8Array => {
    let value = rc4(key, data)
    for (let i = 1; i < (revision === 2 ? 1 : 20); i++) value = rc4(turned(key, i), value)
    return value
  }
  const owner = rc4Rounds(stretched(md5(padded(ownerPassword))), padded(userPassword))
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions)
  const clear = revision === 4 && !encryptMetadata ? Buffer.alloc(4, 255) : Buffer.alloc(0)
  const key = stretched(md5(padded(userPassword), owner, flags, id, clear))
  const check = revision === 2 ? rc4(key, padding) : rc4Rounds(key, md5(padding, id))
  const user = Buffer.concat([check, Buffer.alloc(32)]).subarray(0, 32)
  const version = { 2: '/V 1', 3: '/V 2 /Length 128', 4: `/V 4 /Length 128 ${filterEntries(options)}` }[
    revision as 2 | 3 | 4
  ]
  const dict = `<< /Filter /Standard ${version} /R ${revision} /O ${hex(owner)} /U ${hex(user)} /P ${permissions} >>`
  return { dict, key, method: mode === 'aes-128' ? 'aes-128' : 'rc4' }
}

/** Algorithms 8 to 10 (§7.6.4.4), and the older hash of revision 5. */
function modern(options: EncryptionOptions): Facts {
  const { mode, userPassword = '', ownerPassword = 'owner', permissions = -4, encryptMetadata = true } = options
  const hash = (password: string, salt: Buffer, user: Buffer): Buffer => {
    const secret = Buffer.from(password)
    const first = createHash('sha256')
      .update(Buffer.concat([secret, salt, user]))
      .digest()
    return mode === 'aes-256-r5' ? first : hardened(first, secret, user)
  }
  const salts = ['one', 'two', 'three', 'four'].map((word) => md5(Buffer.from(word)).subarray(0, 8)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const key = createHash('sha256').update('file key').digest()
  const wrap = (wrapping: Buffer): Buffer =>
    createCipheriv('aes-256-cbc', wrapping, Buffer.alloc(16)).setAutoPadding(false).update(key)
  const none = Buffer.alloc(0)
  const user = Buffer.concat([hash(userPassword, salts[0], none), salts[0], salts[1]])
  const userKey = wrap(hash(userPassword, salts[1], none))
  const owner = Buffer.concat([hash(ownerPassword, salts[2], user), salts[2], salts[3]])
  const ownerKey = wrap(hash(ownerPassword, salts[3], user))
  const flags = Buffer.alloc(16, 255)
  flags.writeInt32LE(permissions)
  flags.write(`${encryptMetadata ? 'T' : 'F'}adb`, 8, 'latin1')
  const perms = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(flags)
  const dict =
    `<< /Filter /Standard /V 5 /Length 256 /R ${revisions[mode]} ${filterEntries(options)} /P ${permissions} ` +
    `/O ${hex(owner)} /U ${hex(user)} /OE ${hex(ownerKey)} /UE ${hex(userKey)} /Perms ${hex(perms)} >>`
  return { dict, key, method: 'aes-256' }
}

/** Algorithm 2.B, implemented from the standard, independently of the reader. */
function hardened(first: Buffer, password: Buffer, user: Buffer): Buffer {
  let key = first
  for (let round = 0, isDone = false; !isDone; round++) {
    const input = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([password, key, user])))
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const sealed = cipher.update(input)
    const rest = Number(BigInt(`0x${sealed.toString('hex', 0, 16)}`) % 3n)
    key = createHash(['sha256', 'sha384', 'sha512'][rest]!).update(sealed).digest()
    // step e: from round 64 on (counted from 1), stop when the last octet is not above the round less 32
    isDone = round >= 63 && sealed.at(-1)! <= round + 1 - 32
  }
  return key.subarray(0, 32)
}
