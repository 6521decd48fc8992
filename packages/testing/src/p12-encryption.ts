import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import {
  algorithmIdentifier,
  concatBytes,
  nullElement,
  octetString,
  oid,
  sequence,
  smallInteger,
} from '@foja/pades/cms/der'
import { DerivationBudget } from '@foja/pades/pkcs12/work-budget'
import { derivePbkdf1, derivePkcs12, Purpose } from '@foja/pades/pkcs12/key-derivation'
import { nodeCrypto } from '@foja/pades/pkcs12/node-crypto'
import { rc2CbcEncrypt } from '@foja/pades/pkcs12/rc2'
import { encodeInteger } from './certificate-encoding.ts'

export type Pbes2 = {
  cipher: 'aes-128' | 'aes-192' | 'aes-256' | '3des'
  prf: 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'
  passwordEncoding?: 'utf8' | 'latin1' | 'bmp'
}
/** Encryption of one part of the file. 'rc4-40' is only an identifier: no test decrypts it. */
export type P12Encryption =
  | 'none'
  | '3des'
  | '3des-2key'
  | 'rc2-40'
  | 'rc2-128'
  | 'rc4-40'
  | 'pbes1-des-sha1'
  | 'pbes1-des-md5'
  | Pbes2
export type P12Mac = { hash: 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'; kind?: 'pkcs12' | 'pbmac1' }
/** Encoding of the passphrase for the PKCS#12 derivation. */
export type P12PasswordEncoding = 'bmp' | 'widened-utf8' | 'absent'

export type Secret = { passphrase: string; iterations: number; encoding: P12PasswordEncoding }
export type Encrypted = { algorithm: Uint8Array; data: Uint8Array }

const work = () => ({
  crypto: nodeCrypto,
  budget: new DerivationBudget({ maxIterations: Infinity }),
})

/** An INTEGER of any positive size. */
export function integer(value: number): Uint8Array {
  const hex = value.toString(16)
  return encodeInteger(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'))
}

function pkcs12Password({ passphrase, encoding }: Secret): Uint8Array {
  if (encoding === 'absent') return new Uint8Array()
  const text = encoding === 'bmp' ? passphrase : Buffer.from(passphrase, 'utf8').toString('latin1')
  return Buffer.from(`${text}\0`, 'utf16le').swap16()
}

function pkcs5Password(passphrase: string, encoding: Pbes2['passwordEncoding']): Uint8Array {
  if (encoding === 'latin1') return Buffer.from(passphrase, 'latin1')
  return encoding === 'bmp' ? Buffer.from(`${passphrase}\0`, 'utf16le').swap16() : Buffer.from(passphrase, 'utf8')
}

const openssl = (name: string, key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array => {
  const cipher = createCipheriv(name, key, iv)
  return concatBytes([cipher.update(data), cipher.final()])
}

const pkcs12Schemes = {
  '3des': { arc: 3, keyLength: 24 },
  '3des-2key': { arc: 4, keyLength: 16 },
  'rc2-128': { arc: 5, keyLength: 16 },
  'rc2-40': { arc: 6, keyLength: 5 },
  'rc4-40': { arc: 2, keyLength: 5 },
}

function encryptPkcs12(kind: keyof typeof pkcs12Schemes, secret: Secret, data: Uint8Array): Encrypted {
  const { arc, keyLength } = pkcs12Schemes[kind]
  const { iterations } = secret
  const salt = randomBytes(8)
  const derivation = { hash: 'sha1', password: pkcs12Password(secret), salt, iterations }
  const key = derivePkcs12(derivation, Purpose.key, keyLength, work())
  const iv = derivePkcs12(derivation, Purpose.iv, 8, work())
  const algorithm = algorithmIdentifier(
    `1.2.840.113549.1.12.1.${arc}`,
    sequence(octetString(salt), integer(iterations)),
  )
  if (kind === 'rc4-40') return { algorithm, data: randomBytes(data.length) }
  if (kind === 'rc2-40' || kind === 'rc2-128')
    return { algorithm, data: rc2CbcEncrypt({ key, effectiveBits: keyLength * 8, iv }, data) }
  const whole = kind === '3des' ? key : concatBytes([key, key.subarray(0, 8)])
  return { algorithm, data: openssl('des-ede3-cbc', whole, iv, data) }
}

function encryptPbes1(hash: 'sha1' | 'md5', { passphrase, iterations }: Secret, data: Uint8Array): Encrypted {
  const salt = randomBytes(8)
  const derived = derivePbkdf1({ hash, password: Buffer.from(passphrase), salt, iterations }, work())
  const key = derived.subarray(0, 8)
  const parameters = sequence(octetString(salt), integer(iterations))
  return {
    algorithm: algorithmIdentifier(`1.2.840.113549.1.5.${hash === 'md5' ? 3 : 10}`, parameters),
    data: openssl('des-ede3-cbc', concatBytes([key, key, key]), derived.subarray(8), data),
  }
}

const hmacArcs = { sha1: 7, sha224: 8, sha256: 9, sha384: 10, sha512: 11 }
const hmacAlgorithm = (hash: keyof typeof hmacArcs): Uint8Array =>
  algorithmIdentifier(`1.2.840.113549.2.${hmacArcs[hash]}`, nullElement())

function pbkdf2Algorithm(
  salt: Uint8Array,
  iterations: number,
  hash: keyof typeof hmacArcs,
  length?: number,
): Uint8Array {
  const parameters = [octetString(salt), integer(iterations)]
  if (length) parameters.push(integer(length))
  // HMAC-SHA-1 is the default and DER leaves a default out (RFC 8018 Appendix A.2)
  if (hash !== 'sha1') parameters.push(hmacAlgorithm(hash))
  return algorithmIdentifier('1.2.840.113549.1.5.12', sequence(...parameters))
}

const pbes2Ciphers = {
  'aes-128': { oid: '2.16.840.1.101.3.4.1.2', name: 'aes-128-cbc', keyLength: 16, ivLength: 16 },
  'aes-192': { oid: '2.16.840.1.101.3.4.1.22', name: 'aes-192-cbc', keyLength: 24, ivLength: 16 },
  'aes-256': { oid: '2.16.840.1.101.3.4.1.42', name: 'aes-256-cbc', keyLength: 32, ivLength: 16 },
  '3des': { oid: '1.2.840.113549.3.7', name: 'des-ede3-cbc', keyLength: 24, ivLength: 8 },
}

function encryptPbes2(scheme: Pbes2, { passphrase, iterations }: Secret, data: Uint8Array): Encrypted {
  const cipher = pbes2Ciphers[scheme.cipher]
  const salt = randomBytes(16)
  const iv = randomBytes(cipher.ivLength)
  const password = pkcs5Password(passphrase, scheme.passwordEncoding)
  const key = pbkdf2Sync(password, salt, iterations, cipher.keyLength, scheme.prf)
  const derivation = pbkdf2Algorithm(salt, iterations, scheme.prf)
  const parameters = sequence(derivation, algorithmIdentifier(cipher.oid, octetString(iv)))
  return {
    algorithm: algorithmIdentifier('1.2.840.113549.1.5.13', parameters),
    data: openssl(cipher.name, key, iv, data),
  }
}

/** Encrypts one part of a key file by the scheme. */
export function encryptPart(scheme: Exclude<P12Encryption, 'none'>, secret: Secret, data: Uint8Array): Encrypted {
  if (typeof scheme === 'object') return encryptPbes2(scheme, secret, data)
  if (scheme === 'pbes1-des-sha1') return encryptPbes1('sha1', secret, data)
  if (scheme === 'pbes1-des-md5') return encryptPbes1('md5', secret, data)
  return encryptPkcs12(scheme, secret, data)
}

const digests = {
  sha1: { oid: '1.3.14.3.2.26', length: 20 },
  sha224: { oid: '2.16.840.1.101.3.4.2.4', length: 28 },
  sha256: { oid: '2.16.840.1.101.3.4.2.1', length: 32 },
  sha384: { oid: '2.16.840.1.101.3.4.2.2', length: 48 },
  sha512: { oid: '2.16.840.1.101.3.4.2.3', length: 64 },
}

/** MacData ::= SEQUENCE { mac DigestInfo, macSalt, iterations DEFAULT 1 } (RFC 7292 §4; PBMAC1: RFC 9579). */
export function macData({ hash, kind }: P12Mac, secret: Secret, content: Uint8Array): Uint8Array {
  const salt = randomBytes(16)
  const { iterations } = secret
  const { length, oid: digestOid } = digests[hash]
  if (kind === 'pbmac1') {
    const key = pbkdf2Sync(Buffer.from(secret.passphrase), salt, iterations, length, hash)
    const parameters = sequence(pbkdf2Algorithm(salt, iterations, hash, length), hmacAlgorithm(hash))
    const mac = createHmac(hash, key).update(content).digest()
    const algorithm = algorithmIdentifier('1.2.840.113549.1.5.14', parameters)
    return sequence(sequence(algorithm, octetString(mac)), octetString(salt), smallInteger(1))
  }
  const derivation = { hash, password: pkcs12Password(secret), salt, iterations }
  const mac = createHmac(hash, derivePkcs12(derivation, Purpose.mac, length, work()))
    .update(content)
    .digest()
  return sequence(
    sequence(sequence(oid(digestOid), nullElement()), octetString(mac)),
    octetString(salt),
    ...(iterations === 1 ? [] : [integer(iterations)]),
  )
}
