import type { KeyObject } from 'node:crypto'
import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { element, octetString, oid, sequence, smallInteger } from '@foja/pades/cms/der'
import type { CertificateHash, NameAttribute, NameStringType } from './certificate-encoding.ts'
import {
  encodeBasicConstraints,
  encodeExtension,
  encodeInteger,
  encodeKeyUsage,
  encodeName,
  encodeTime,
  keyIdentifier,
  signatureAlgorithm,
  uriName,
} from './certificate-encoding.ts'

export type TestKeyType =
  | 'rsa1024'
  | 'rsa2048'
  | 'rsa3072'
  | 'rsa4096'
  /** id-RSASSA-PSS keys of 2048 bits: for any digest, or restricted to one. */
  | 'rsa-pss'
  | 'rsa-pss-sha256'
  | 'rsa-pss-sha384'
  | 'p192'
  | 'p256'
  | 'p384'
  | 'p521'
  | 'brainpoolP256r1'
  | 'brainpoolP384r1'
  | 'brainpoolP512r1'
  | 'ed25519'
  | 'ed448'

/** A certificate of the test authority with its key. */
export type TestCertificate = {
  /** DER */
  certificate: Uint8Array
  privateKey: KeyObject
  /** DER of the issuers, nearest first, the root last; the certificate itself is not among them. */
  chain: Uint8Array[]
}

export type CertificateOptions = {
  commonName: string
  /** Subject attribute: the national identity number. */
  serialNumber?: string
  country?: string
  organization?: string
  organizationalUnit?: string
  email?: string
  /** Replaces the subject built from the fields above. */
  subject?: NameAttribute[]
  stringType?: NameStringType
  /** Default 'rsa2048'. */
  keyType?: TestKeyType
  /** Uses this key instead of generating one; RSA keys are slow to generate. */
  privateKey?: KeyObject
  /** Default: a year before `now`, and two years after it. */
  notBefore?: Date
  notAfter?: Date
  /** null omits the extension. Default: signing, or certificate signing for a CA. */
  keyUsage?: string[] | null
  extendedKeyUsage?: string[]
  isCa?: boolean
  pathLength?: number
  /** Digest of the issuer's signature; default SHA-256. */
  hash?: CertificateHash
  /** The issuer; default the intermediate. */
  issuer?: TestCertificate
  ocspUrl?: string
  caIssuerUrl?: string
  crlUrl?: string
  /** More extensions, encoded. */
  extensions?: Uint8Array[]
  /** Serial number of the certificate; default 16 random octets. */
  certificateSerial?: Uint8Array
}

export type TestAuthority = {
  root: TestCertificate
  intermediate: TestCertificate
  now: Date
  issue(options: CertificateOptions): TestCertificate
}

const day = 86_400_000
const curves: Partial<Record<TestKeyType, string>> = {
  p192: 'prime192v1',
  p256: 'P-256',
  p384: 'P-384',
  p521: 'P-521',
  brainpoolP256r1: 'brainpoolP256r1',
  brainpoolP384r1: 'brainpoolP384r1',
  brainpoolP512r1: 'brainpoolP512r1',
}

function generatePssKey(hash: string | undefined): KeyObject {
  const restriction = hash ? { hashAlgorithm: hash, mgf1HashAlgorithm: hash } : {}
  return generateKeyPairSync('rsa-pss', { modulusLength: 2048, ...restriction }).privateKey
}

export function generateTestKey(keyType: TestKeyType): KeyObject {
  const curve = curves[keyType]
  if (curve) return generateKeyPairSync('ec', { namedCurve: curve }).privateKey
  if (keyType === 'ed25519') return generateKeyPairSync('ed25519').privateKey
  if (keyType === 'ed448') return generateKeyPairSync('ed448').privateKey
  if (keyType.startsWith('rsa-pss')) return generatePssKey(keyType.split('-')[2])
  return generateKeyPairSync('rsa', { modulusLength: Number(keyType.slice(3)) }).privateKey
}

export const publicKeyDerOf = (privateKey: KeyObject): Uint8Array =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' })

function subjectOf(options: CertificateOptions): Uint8Array {
  const attributes: [NameAttribute[0], string | undefined][] = options.subject ?? [
    ['C', options.country ?? 'EC'],
    ['O', options.organization ?? 'Entidad de Certificación de Pruebas'],
    ['OU', options.organizationalUnit],
    ['serialNumber', options.serialNumber],
    ['CN', options.commonName],
    ['email', options.email],
  ]
  const present = attributes.filter((attribute): attribute is NameAttribute => attribute[1] !== undefined)
  return encodeName(present, options.stringType)
}

function extensionsOf(options: CertificateOptions, spki: Uint8Array, issuerSpki: Uint8Array): Uint8Array[] {
  const { isCa = false, ocspUrl, caIssuerUrl, crlUrl } = options
  const keyUsage =
    options.keyUsage === undefined
      ? isCa
        ? ['keyCertSign', 'cRLSign']
        : ['digitalSignature', 'nonRepudiation']
      : options.keyUsage
  const access = [
    ...(ocspUrl ? [sequence(oid('1.3.6.1.5.5.7.48.1'), uriName(ocspUrl))] : []),
    ...(caIssuerUrl ? [sequence(oid('1.3.6.1.5.5.7.48.2'), uriName(caIssuerUrl))] : []),
  ]
  return [
    encodeExtension('2.5.29.19', true, encodeBasicConstraints(isCa, options.pathLength)),
    ...(keyUsage ? [encodeExtension('2.5.29.15', true, encodeKeyUsage(keyUsage))] : []),
    encodeExtension('2.5.29.14', false, octetString(keyIdentifier(spki))),
    encodeExtension('2.5.29.35', false, sequence(element(0x80, keyIdentifier(issuerSpki)))),
    ...(options.extendedKeyUsage
      ? [encodeExtension('2.5.29.37', false, sequence(...options.extendedKeyUsage.map(oid)))]
      : []),
    ...(access.length > 0 ? [encodeExtension('1.3.6.1.5.5.7.1.1', false, sequence(...access))] : []),
    ...(crlUrl
      ? [encodeExtension('2.5.29.31', false, sequence(sequence(element(0xa0, element(0xa0, uriName(crlUrl))))))]
      : []),
    ...(options.extensions ?? []),
  ]
}

const issuerNames = new WeakMap<Uint8Array, Uint8Array>()

function nameOf(issuer: TestCertificate): Uint8Array {
  const name = issuerNames.get(issuer.certificate)
  if (!name) throw new Error('the issuer was not created by this module')
  return name
}

/**
 * Creates one certificate, self-signed without an issuer. Encoded here and signed by node:crypto, so that tests need no
 * openssl and can create malformed certificates.
 */
export function makeCertificate(options: CertificateOptions & { now?: Date }): TestCertificate {
  const now = options.now ?? new Date()
  const privateKey = options.privateKey ?? generateTestKey(options.keyType ?? 'rsa2048')
  const spki = publicKeyDerOf(privateKey)
  const name = subjectOf(options)
  const issuerKey = options.issuer?.privateKey ?? privateKey
  const algorithm = signatureAlgorithm(issuerKey.asymmetricKeyType, options.hash ?? 'sha256')
  const tbs = sequence(
    element(0xa0, smallInteger(2)),
    encodeInteger(options.certificateSerial ?? Uint8Array.of(0x5a, ...randomBytes(15))),
    algorithm,
    options.issuer ? nameOf(options.issuer) : name,
    sequence(
      encodeTime(options.notBefore ?? new Date(now.getTime() - 365 * day)),
      encodeTime(options.notAfter ?? new Date(now.getTime() + 730 * day)),
    ),
    name,
    spki,
    element(0xa3, sequence(...extensionsOf(options, spki, publicKeyDerOf(issuerKey)))),
  )
  const signature = sign(options.hash ?? 'sha256', tbs, issuerKey)
  const certificate = sequence(tbs, algorithm, element(0x03, Uint8Array.of(0), signature))
  issuerNames.set(certificate, name)
  return { certificate, privateKey, chain: options.issuer ? [options.issuer.certificate, ...options.issuer.chain] : [] }
}

/**
 * An authority as run by Latin-American states: a root, an intermediate that issues to people, and people's
 * certificates. Dates are relative to `now`, by default the present.
 */
export function createTestAuthority(
  options: { now?: Date; keyType?: TestKeyType; country?: string } = {},
): TestAuthority {
  const { now = new Date(), keyType = 'rsa2048', country = 'EC' } = options
  const organization = 'Entidad de Certificación de Pruebas'
  const years = (count: number) => new Date(now.getTime() + count * 365 * day)
  const root = makeCertificate({
    commonName: 'Autoridad de Certificación Raíz de Pruebas',
    organization,
    country,
    keyType,
    isCa: true,
    notBefore: years(-5),
    notAfter: years(20),
  })
  const intermediate = makeCertificate({
    commonName: 'Autoridad de Certificación Subordinada de Pruebas',
    organization,
    country,
    keyType,
    isCa: true,
    pathLength: 0,
    notBefore: years(-4),
    notAfter: years(10),
    issuer: root,
  })
  const issue = (request: CertificateOptions) => makeCertificate({ country, now, issuer: intermediate, ...request })
  return { root, intermediate, now, issue }
}
