import { concatBytes, Tag } from '../cms/der.ts'
import type { DerNode } from '../cms/read-der.ts'
import { children, contentOf, expectTag, readOctets, readOid } from '../cms/read-der.ts'
import { PadesError } from '../errors.ts'
import type { CbcCipher, CryptoPort, MaybePromise, Steps, Work } from './crypto-port.ts'
import { wait } from './crypto-port.ts'
import { derivePbkdf1, derivePkcs12, Purpose } from './key-derivation.ts'
import { pkcs12Passwords, pkcs5Passwords } from './passphrase.ts'
import { rc2CbcDecrypt } from './rc2.ts'

/** Encrypted data, and the means to decrypt it. */
export type Encrypted = Work & { algorithm: DerNode; data: Uint8Array; passphrase: string }

type Decrypt = (password: Uint8Array) => Steps<Uint8Array>

/** A decryption, and the encodings of the passphrase to try. */
type Scheme = { passwords: Uint8Array[]; decrypt: Decrypt }
type Cipher = {
  keyLength: number
  decrypt(crypto: CryptoPort, key: Uint8Array, iv: Uint8Array, data: Uint8Array): MaybePromise<Uint8Array>
}

/** The error for an unknown algorithm, with its identifier. */
export function unsupported(algorithm: string): PadesError {
  return new PadesError('p12_unsupported_algorithm', { algorithm })
}

/** A positive count; iteration counts and key lengths have at most four octets. */
export function readCount(node: DerNode | undefined): number {
  const octets = contentOf(expectTag(node, Tag.integer, 'count'))
  const count = octets.reduce((sum, octet) => sum * 256 + octet, 0)
  if (octets.length > 5 || (octets[0] ?? 0) & 0x80 || count < 1) throw new RangeError('count is out of range')
  return count
}

const cbc = (name: CbcCipher, keyLength: number): Cipher => ({
  keyLength,
  decrypt: (crypto, key, iv, data) => crypto.decryptCbc(name, key, iv, data),
})

/** Single DES as EDE with one key three times, so that adapters need not support it. */
const des: Cipher = {
  keyLength: 8,
  decrypt: (crypto, key, iv, data) => tripleDes.decrypt(crypto, concatBytes([key, key, key]), iv, data),
}
const tripleDes = cbc('des-ede3-cbc', 24)
const tripleDesTwoKeys: Cipher = {
  keyLength: 16,
  decrypt: (crypto, key, iv, data) => tripleDes.decrypt(crypto, concatBytes([key, key.subarray(0, 8)]), iv, data),
}
const rc2 = (keyLength: number, effectiveBits = keyLength * 8): Cipher => ({
  keyLength,
  decrypt: (_, key, iv, data) => rc2CbcDecrypt({ key, effectiveBits, iv }, data),
})

/** pkcs-12PbeIds 1.2.840.113549.1.12.1.x (RFC 7292 Appendix C); RC4 was never used by authorities. */
const pkcs12Ciphers: Record<string, Cipher> = {
  '1.2.840.113549.1.12.1.3': tripleDes,
  '1.2.840.113549.1.12.1.4': tripleDesTwoKeys,
  '1.2.840.113549.1.12.1.5': rc2(16),
  '1.2.840.113549.1.12.1.6': rc2(5),
}

/** PBES1 of RFC 8018 Appendix A.3. */
const pbes1Ciphers: Record<string, { hash: string; cipher: Cipher }> = {
  '1.2.840.113549.1.5.3': { hash: 'md5', cipher: des },
  '1.2.840.113549.1.5.6': { hash: 'md5', cipher: rc2(8) },
  '1.2.840.113549.1.5.10': { hash: 'sha1', cipher: des },
  '1.2.840.113549.1.5.11': { hash: 'sha1', cipher: rc2(8) },
}

const pbes2Ciphers: Record<string, Cipher> = {
  '2.16.840.1.101.3.4.1.2': cbc('aes-128-cbc', 16),
  '2.16.840.1.101.3.4.1.22': cbc('aes-192-cbc', 24),
  '2.16.840.1.101.3.4.1.42': cbc('aes-256-cbc', 32),
  '1.2.840.113549.3.7': tripleDes,
  '1.3.14.3.2.7': des,
}

/** HMAC identifiers, 1.2.840.113549.2.x (RFC 8018 Appendix B.1). */
export const hmacNames: Record<string, string> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
  '1.2.840.113549.2.13': 'sha512-256',
}

/** Octets of each HMAC: PBKDF2 repeats for every block of that size (RFC 8018 §5.2). */
const hmacLengths: Record<string, number> = {
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
  'sha512-256': 32,
}

/** Reads `PBKDF2-params` (RFC 8018 Appendix A.2) and returns the derivation that they describe. */
export function pbkdf2Of(
  algorithm: DerNode | undefined,
  { crypto, budget }: Work,
): (password: Uint8Array, length?: number) => Steps<Uint8Array> {
  const [type, parameters] = children(expectTag(algorithm, Tag.sequence, 'key derivation'))
  const oid = readOid(type)
  if (oid !== '1.2.840.113549.1.5.12') throw unsupported(oid)
  const [salt, count, ...rest] = children(expectTag(parameters, Tag.sequence, 'PBKDF2 parameters'))
  const saltBytes = readOctets(salt)
  const iterations = readCount(count)
  const lengthNode = rest.find((node) => node.tag === Tag.integer)
  const statedLength = lengthNode && readCount(lengthNode)
  const prfNode = rest.find((node) => node.tag === Tag.sequence)
  const prf = prfNode ? readOid(children(prfNode)[0]) : '1.2.840.113549.2.7'
  const hash = hmacNames[prf]
  if (!hash) throw unsupported(prf)
  return function* derive(password, length = statedLength ?? 0) {
    if (length < 1 || length > 128 || (statedLength && statedLength !== length)) throw new RangeError('key length')
    budget.spend(iterations * Math.ceil(length / hmacLengths[hash]!))
    return yield* wait(crypto.pbkdf2({ hash, password, salt: saltBytes, iterations, length }))
  }
}

/** RC2-CBC-Parameter (RFC 8018 Appendix B.2.3): the version number encodes the effective bits. */
function rc2OfParameters(parameters: DerNode | undefined): { cipher: Cipher; iv: Uint8Array } {
  const fields = children(expectTag(parameters, Tag.sequence, 'RC2 parameters'))
  const version = fields.length > 1 ? readCount(fields[0]) : 0
  const bits = version >= 256 ? version : { 0: 32, 160: 40, 120: 64, 58: 128 }[version]
  if (!bits || bits > 1024) throw unsupported('RC2')
  return { cipher: rc2(Math.ceil(bits / 8), bits), iv: readOctets(fields.at(-1)) }
}

/** PBES2-params ::= SEQUENCE { keyDerivationFunc, encryptionScheme } (RFC 8018 §6.2). */
function pbes2(parameters: DerNode | undefined, data: Uint8Array, work: Work): Decrypt {
  const [derivation, encryption] = children(expectTag(parameters, Tag.sequence, 'PBES2 parameters'))
  const derive = pbkdf2Of(derivation, work)
  const [type, ivNode] = children(expectTag(encryption, Tag.sequence, 'encryption scheme'))
  const oid = readOid(type)
  const known = pbes2Ciphers[oid]
  if (!known && oid !== '1.2.840.113549.3.2') throw unsupported(oid)
  const { cipher, iv } = known ? { cipher: known, iv: readOctets(ivNode) } : rc2OfParameters(ivNode)
  return function* decrypt(password) {
    const key = yield* derive(password, cipher.keyLength)
    try {
      return yield* wait(cipher.decrypt(work.crypto, key, iv, data))
    } finally {
      key.fill(0)
    }
  }
}

/** PBEParameter ::= SEQUENCE { salt OCTET STRING, iterations INTEGER } of both old families. */
function readPbeParameters(parameters: DerNode | undefined): { salt: Uint8Array; iterations: number } {
  const [salt, iterations] = children(expectTag(parameters, Tag.sequence, 'PBE parameters'))
  return { salt: readOctets(salt), iterations: readCount(iterations) }
}

function schemeOf({ algorithm, data, passphrase, ...work }: Encrypted): Scheme {
  const [type, parameters] = children(expectTag(algorithm, Tag.sequence, 'encryption algorithm'))
  const oid = readOid(type)
  if (oid === '1.2.840.113549.1.5.13')
    return { passwords: pkcs5Passwords(passphrase), decrypt: pbes2(parameters, data, work) }
  const pkcs12 = pkcs12Ciphers[oid]
  if (pkcs12) {
    const { salt, iterations } = readPbeParameters(parameters)
    return {
      passwords: pkcs12Passwords(passphrase),
      *decrypt(password) {
        const derivation = { hash: 'sha1', password, salt, iterations }
        const key = derivePkcs12(derivation, Purpose.key, pkcs12.keyLength, work)
        try {
          const iv = derivePkcs12(derivation, Purpose.iv, 8, work)
          return yield* wait(pkcs12.decrypt(work.crypto, key, iv, data))
        } finally {
          key.fill(0)
        }
      },
    }
  }
  const pbes1 = pbes1Ciphers[oid]
  if (!pbes1) throw unsupported(oid)
  const { salt, iterations } = readPbeParameters(parameters)
  return {
    passwords: pkcs5Passwords(passphrase),
    *decrypt(password) {
      const derived = derivePbkdf1({ hash: pbes1.hash, password, salt, iterations }, work)
      try {
        return yield* wait(pbes1.cipher.decrypt(work.crypto, derived.subarray(0, 8), derived.subarray(8), data))
      } finally {
        derived.fill(0)
      }
    },
  }
}

/**
 * Decrypts with each encoding of the passphrase until `accept` can parse the result: CBC padding alone accepts one
 * wrong key in 256. Returns null when no encoding fits. Throws 'p12_unsupported_algorithm' or 'p12_too_slow', and
 * DerError or RangeError for damaged parameters.
 */
export function* decryptAndRead<T>(input: Encrypted, accept: (plain: Uint8Array) => T): Steps<T | null> {
  const { passwords, decrypt } = schemeOf(input)
  try {
    for (const password of passwords) {
      let plain: Uint8Array | undefined
      try {
        plain = yield* decrypt(password)
        return accept(plain)
      } catch (error) {
        plain?.fill(0)
        if (error instanceof PadesError) throw error
      }
    }
    return null
  } finally {
    for (const password of passwords) password.fill(0)
  }
}
