import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Certificate, parseCertificate } from '../../certificate.ts'
import {
  algorithmIdentifier,
  element,
  nullElement,
  octetString,
  oid,
  sequence,
  setOf,
  smallInteger,
  Tag,
} from '../../cms/der.ts'

/** Creates certificates for tests, including invalid ones. */

export type TestIdentity = { certificate: Certificate; privateKey: KeyObject; chain: Certificate[] }

export type IssueOptions = {
  name: string
  issuer?: TestIdentity
  ca?: boolean
  /** Bits of KeyUsage from the left: 0 digitalSignature, 1 nonRepudiation, 5 keyCertSign, 6 cRLSign. */
  keyUsage?: number[]
  extendedKeyUsage?: string[]
  key?: 'rsa' | 'ec' | 'rsa-1024'
  /** Uses the key of another identity. */
  sameKeyAs?: TestIdentity
  /** Uses this key. */
  privateKey?: KeyObject
  /** Octets of the serial number; default the next number. */
  serial?: Uint8Array
  /** Encoding of the issuer's name in this certificate; default as in the issuer. */
  issuerName?: Uint8Array
  notBefore?: Date
  notAfter?: Date
}

const bitString = (bytes: Uint8Array, unused = 0): Uint8Array => element(Tag.bitString, Uint8Array.of(unused, ...bytes))

const boolean = (value: boolean): Uint8Array => Uint8Array.of(Tag.boolean, 1, value ? 0xff : 0)

function time(date: Date): Uint8Array {
  const text = `${date
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/[-:T]/g, '')}Z`
  return element(Tag.generalizedTime, Buffer.from(text, 'latin1'))
}

const nameOf = (commonName: string): Uint8Array =>
  sequence(
    setOf([sequence(oid('2.5.4.6'), element(0x13, Buffer.from('EC')))]),
    setOf([sequence(oid('2.5.4.10'), element(0x0c, Buffer.from('Pruebas')))]),
    setOf([sequence(oid('2.5.4.3'), element(0x0c, Buffer.from(commonName)))]),
  )

function keyUsageBits(bits: number[]): Uint8Array {
  let octet = 0
  for (const bit of bits) octet |= 0x80 >> bit
  const unused = octet === 0 ? 0 : Math.clz32(octet & -octet) === 31 ? 0 : 31 - Math.clz32(octet & -octet)
  return bitString(Uint8Array.of(octet), unused)
}

const extension = (type: string, critical: boolean, value: Uint8Array): Uint8Array =>
  critical ? sequence(oid(type), boolean(true), octetString(value)) : sequence(oid(type), octetString(value))

function extensions(options: IssueOptions, publicKey: Uint8Array, issuerKey: Uint8Array): Uint8Array {
  const keyId = (spki: Uint8Array) => createHash('sha1').update(spki).digest()
  const usage = options.keyUsage ?? (options.ca ? [5, 6] : [0, 1])
  const items = [
    extension('2.5.29.19', true, options.ca ? sequence(boolean(true)) : sequence()),
    extension('2.5.29.14', false, octetString(keyId(publicKey))),
    extension('2.5.29.35', false, sequence(element(0x80, keyId(issuerKey)))),
    extension('2.5.29.15', true, keyUsageBits(usage)),
  ]
  if (options.extendedKeyUsage)
    items.push(extension('2.5.29.37', false, sequence(...options.extendedKeyUsage.map(oid))))
  return element(0xa3, sequence(...items))
}

function newKeys(kind: IssueOptions['key']): { publicKey: KeyObject; privateKey: KeyObject } {
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  if (kind === 'rsa-1024') return generateKeyPairSync('rsa', { modulusLength: 1024 })
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

let lastSerial = 0

/** Issues a certificate with a new key; self-signed without an issuer. */
export function issue(options: IssueOptions): TestIdentity {
  const { sameKeyAs } = options
  const given = sameKeyAs?.privateKey ?? options.privateKey
  const keys = given ? { publicKey: createPublicKey(given), privateKey: given } : newKeys(options.key)
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' })
  const signingKey = options.issuer?.privateKey ?? keys.privateKey
  const issuerKey = options.issuer?.certificate.publicKey.export({ type: 'spki', format: 'der' }) ?? publicKey
  const rsa = signingKey.asymmetricKeyType === 'rsa'
  const algorithm = rsa
    ? algorithmIdentifier('1.2.840.113549.1.1.11', nullElement())
    : algorithmIdentifier('1.2.840.10045.4.3.2')
  lastSerial++
  const tbs = sequence(
    element(0xa0, smallInteger(2)),
    element(Tag.integer, options.serial ?? Uint8Array.of(0x10, lastSerial >> 8, lastSerial & 0xff)),
    algorithm,
    options.issuerName ?? nameOf(options.issuer?.certificate.subject.commonName ?? options.name),
    sequence(
      time(options.notBefore ?? new Date('2020-01-01T00:00:00Z')),
      time(options.notAfter ?? new Date('2039-01-01T00:00:00Z')),
    ),
    nameOf(options.name),
    publicKey,
    extensions(options, publicKey, issuerKey),
  )
  const der = sequence(tbs, algorithm, bitString(sign('sha256', tbs, signingKey)))
  const issuer = options.issuer
  return {
    certificate: parseCertificate(der),
    privateKey: keys.privateKey,
    chain: issuer ? [issuer.certificate, ...issuer.chain] : [],
  }
}
