import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { PadesError } from '../errors.ts'
import { passwordKey } from './encryption-key.ts'
import type { FileKey } from './encryption-key.ts'
import { PdfArray, PdfDict, PdfString, integerOf, nameOf } from './objects.ts'
import type { ObjectCipher, PdfValue } from './objects.ts'
import { rc4 } from './rc4.ts'

/** How a crypt filter treats data (ISO 32000-2 §7.6.6, table 25). */
type Method = 'identity' | 'rc4' | 'aes128' | 'aes256'

type Methods = { strings: Method; streams: Method; embedded: Method; named: ReadonlyMap<string, Method> }

type Resolve = (value: PdfValue) => PdfValue

const refuse = (reason: 'handler' | 'algorithm' | 'password'): never => {
  throw new PadesError('pdf_encrypted', { reason })
}

/** "sAlT" of algorithm 1, step a. */
const aesSalt = Buffer.from('sAlT')

/**
 * The standard security handler of an opened file (§7.6.4). Strings and streams are encrypted object by object, except:
 * the trailer and the encryption dictionary, the contents of an object stream (encrypted as a whole), cross-reference
 * streams, and `/Contents` of a signature, which must be readable without a key.
 */
export class Encryption {
  /** The flags of /P (table 22). */
  readonly permissions: number
  readonly revision: number
  /** True if the password is the owner's: then every permission is granted. Costs a key derivation. */
  readonly isOwner: () => boolean
  /** Equal for two states of a file only when the same bytes have the same meaning in both. */
  readonly fingerprint: string
  private readonly key: Uint8Array
  private readonly methods: Methods
  private readonly encryptMetadata: boolean
  private readonly resolve: Resolve

  constructor(
    { key, isOwner }: FileKey,
    facts: { revision: number; permissions: number; encryptMetadata: boolean; methods: Methods },
    resolve: Resolve,
  ) {
    this.key = key
    this.isOwner = isOwner
    this.permissions = facts.permissions
    this.revision = facts.revision
    this.methods = facts.methods
    this.encryptMetadata = facts.encryptMetadata
    this.resolve = resolve
    const { named, ...main } = facts.methods
    const described = JSON.stringify([main, [...named], facts.permissions, facts.encryptMetadata])
    this.fingerprint = createHash('sha256').update(key).update(described).digest('hex')
  }

  /** Decrypts and encrypts the strings and the stream of one object. */
  forObject(number: number, generation: number): ObjectCipher {
    const keyFor = (method: Method): Uint8Array => this.objectKey(method, number, generation)
    const { strings } = this.methods
    return {
      openString: (bytes) => open(strings, keyFor(strings), bytes),
      sealString: (bytes) => seal(strings, keyFor(strings), bytes),
      openStream: (dict, raw) => {
        const method = this.methodOf(dict)
        return open(method, keyFor(method), raw)
      },
      sealStream: (dict, data) => {
        const method = this.methodOf(dict)
        return seal(method, keyFor(method), data)
      },
    }
  }

  /** Algorithm 1 mixes the object's number into the key; algorithm 1.A uses the file key unchanged. */
  private objectKey(method: Method, number: number, generation: number): Uint8Array {
    if (method === 'aes256' || method === 'identity') return this.key
    const own = Buffer.alloc(5)
    own.writeUIntLE(number & 0xffffff, 0, 3)
    own.writeUInt16LE(generation, 3)
    const hash = createHash('md5').update(this.key).update(own)
    if (method === 'aes128') hash.update(aesSalt)
    return hash.digest().subarray(0, Math.min(16, this.key.length + 5))
  }

  private methodOf(dict: PdfDict): Method {
    const { resolve, methods } = this
    const type = nameOf(resolve(dict.get('Type')))
    if (type === 'XRef') return 'identity'
    const first = (key: string): PdfValue => {
      const value = resolve(dict.get(key))
      return value instanceof PdfArray ? resolve(value.items[0] ?? null) : value
    }
    if (nameOf(first('Filter')) === 'Crypt') {
      const parameters = first('DecodeParms')
      const name = parameters instanceof PdfDict ? nameOf(resolve(parameters.get('Name'))) : null
      return name === null ? 'identity' : (methods.named.get(name) ?? refuse('algorithm'))
    }
    if (type === 'Metadata' && !this.encryptMetadata) return 'identity'
    return type === 'EmbeddedFile' ? methods.embedded : methods.streams
  }
}

function open(method: Method, key: Uint8Array, data: Uint8Array): Uint8Array {
  if (method === 'identity' || data.length === 0) return data
  if (method === 'rc4') return rc4(key, data)
  // 16 octets of initialization vector, then whole blocks; remainders and bad padding are read like other readers do
  const whole = data.length - (data.length % 16)
  if (whole < 32) return new Uint8Array(0)
  const decipher = createDecipheriv(method === 'aes128' ? 'aes-128-cbc' : 'aes-256-cbc', key, data.subarray(0, 16))
  const plain = decipher.setAutoPadding(false).update(data.subarray(16, whole))
  const pad = plain.at(-1)!
  return pad >= 1 && pad <= 16 ? plain.subarray(0, plain.length - pad) : plain
}

function seal(method: Method, key: Uint8Array, data: Uint8Array): Uint8Array {
  if (method === 'identity') return data
  if (method === 'rc4') return rc4(key, data)
  const vector = randomBytes(16)
  const cipher = createCipheriv(method === 'aes128' ? 'aes-128-cbc' : 'aes-256-cbc', key, vector)
  return Buffer.concat([vector, cipher.update(data), cipher.final()])
}

/**
 * Opens a file's encryption with the empty password, or with the given user or owner password.
 * @param id first part of the trailer's /ID; empty when missing
 * @throws PadesError `pdf_encrypted`, `reason` being `password` (another password is needed), `handler` (encrypted for
 * certificates or by a plug-in) or `algorithm`
 */
export function openEncryption(dict: PdfDict, id: Uint8Array, resolve: Resolve, password = ''): Encryption {
  const value = (key: string): PdfValue => resolve(dict.get(key))
  const octets = (key: string): Uint8Array => {
    const found = value(key)
    return found instanceof PdfString ? found.bytes : new Uint8Array(0)
  }
  if (nameOf(value('Filter')) !== 'Standard') refuse('handler')
  const version = integerOf(value('V')) ?? 0
  const revision = integerOf(value('R')) ?? 0
  const isModern = version === 5 && (revision === 5 || revision === 6)
  const isLegacy = [1, 2, 4].includes(version) && revision >= 2 && revision <= 4
  if (!isModern && !isLegacy) refuse('algorithm')
  const encryptMetadata = version < 4 || value('EncryptMetadata') !== false
  const permissions = (integerOf(value('P')) ?? 0) | 0
  const methods = version < 4 ? plainMethods : readMethods(dict, version, resolve)
  const keyFacts = {
    revision,
    permissions,
    id,
    encryptMetadata,
    keyLengths: keyLengths(dict, version, resolve),
    owner: octets('O'),
    user: octets('U'),
    userKey: octets('UE'),
    ownerKey: octets('OE'),
  }
  const given = password === '' ? null : passwordKey(keyFacts, password)
  const key = given ?? passwordKey(keyFacts, '') ?? refuse('password')
  return new Encryption(key, { revision, permissions, encryptMetadata, methods }, resolve)
}

const plainMethods: Methods = { strings: 'rc4', streams: 'rc4', embedded: 'rc4', named: new Map() }

/** The declared length in bits or octets, then actual lengths of such files; the /U decides. */
function keyLengths(dict: PdfDict, version: number, resolve: Resolve): number[] {
  if (version === 1) return [5]
  const declared = integerOf(resolve(dict.get('Length')))
  const octets = declared === null ? (version === 4 ? 16 : 5) : declared >= 40 ? declared >> 3 : declared
  return [...new Set([version === 4 ? 16 : octets, octets, 16, 5])].filter((length) => length >= 5 && length <= 16)
}

/** /CF, /StmF, /StrF and /EFF (§7.6.6). An undefined filter is refused. */
function readMethods(dict: PdfDict, version: number, resolve: Resolve): Methods {
  const filters = resolve(dict.get('CF'))
  const named = new Map<string, Method>([['Identity', 'identity']])
  for (const [name, value] of filters instanceof PdfDict ? filters.entries : []) {
    const filter = resolve(value)
    const method = filter instanceof PdfDict ? methodNamed(nameOf(resolve(filter.get('CFM'))), version) : null
    if (method !== null && name !== 'Identity') named.set(name, method)
  }
  const chosen = (key: string, fallback: string): Method =>
    named.get(nameOf(resolve(dict.get(key))) ?? fallback) ?? refuse('algorithm')
  const streamFilter = nameOf(resolve(dict.get('StmF'))) ?? 'Identity'
  return {
    strings: chosen('StrF', 'Identity'),
    streams: chosen('StmF', 'Identity'),
    embedded: chosen('EFF', streamFilter),
    named,
  }
}

function methodNamed(name: string | null, version: number): Method | null {
  if (version === 5) return name === 'AESV3' ? 'aes256' : null
  return name === 'V2' ? 'rc4' : name === 'AESV2' ? 'aes128' : null
}
