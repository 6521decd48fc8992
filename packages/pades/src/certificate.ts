import type { KeyObject } from 'node:crypto'
import { createHash, createPublicKey } from 'node:crypto'
import type { Extension } from './certificate-extensions.ts'
import { readExtensions, standardExtensions } from './certificate-extensions.ts'
import { Oid } from './cms/oids.ts'
import type { DerNode } from './cms/read-der.ts'
import { children, contentOf, encodingOf, expectTag, readNode, readOid, readTime } from './cms/read-der.ts'
import { Tag } from './cms/der.ts'
import type { DistinguishedName } from './distinguished-name.ts'
import { readName } from './distinguished-name.ts'
import type { PadesErrorCode } from './errors.ts'
import { PadesError } from './errors.ts'

export type { DistinguishedName } from './distinguished-name.ts'

/** An X.509 certificate (RFC 5280 §4.1), read once; nothing in it has been verified. */
export type Certificate = {
  der: Uint8Array
  subject: DistinguishedName
  issuer: DistinguishedName
  /** DER of the names, for comparing and for repeating them bit for bit. */
  subjectDer: Uint8Array
  issuerDer: Uint8Array
  /** Uppercase hexadecimal, whole octets, without a leading zero octet. */
  serialNumber: string
  notBefore: Date
  notAfter: Date
  /** SHA-256 of `der`, lowercase hexadecimal. */
  fingerprint: string
  publicKey: KeyObject
  /** DER SubjectPublicKeyInfo. */
  publicKeyDer: Uint8Array
  /** 'RSA 2048', 'EC P-256', 'Ed25519'… */
  keyType: string
  isCa: boolean
  /** pathLenConstraint of basic constraints; null when it does not limit. */
  pathLength: number | null
  /** Names of RFC 5280 §4.2.1.3 ('digitalSignature', 'nonRepudiation'…); null when the extension is absent. */
  keyUsage: string[] | null
  /** Dotted object identifiers; null when the extension is absent. */
  extendedKeyUsage: string[] | null
  subjectKeyId?: string
  authorityKeyId?: string
  ocspUrls: string[]
  caIssuerUrls: string[]
  crlUrls: string[]
  extensions: Extension[]
  /** What the issuer signed, with which algorithm (dotted identifier and DER AlgorithmIdentifier), and its signature. */
  tbs: Uint8Array
  signatureAlgorithm: string
  signatureAlgorithmDer: Uint8Array
  signature: Uint8Array
}

const curveNames: Record<string, string> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
  secp224r1: 'P-224',
  prime192v1: 'P-192',
}

function keyTypeOf(key: KeyObject): string {
  const details = key.asymmetricKeyDetails
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return `RSA ${details?.modulusLength}`
    case 'rsa-pss':
      return `RSA-PSS ${details?.modulusLength}`
    case 'ec':
      return `EC ${curveNames[details?.namedCurve ?? ''] ?? details?.namedCurve ?? 'explicit'}`
    case 'ed25519':
      return 'Ed25519'
    case 'ed448':
      return 'Ed448'
    default:
      return String(key.asymmetricKeyType).toUpperCase()
  }
}

function time(node: DerNode | undefined): Date {
  const date = node && readTime(node)
  if (!date || Number.isNaN(date.getTime())) throw new Error('validity is not a time')
  return date
}

function serialOf(node: DerNode | undefined): string {
  const hex = Buffer.from(contentOf(expectTag(node, Tag.integer, 'serial number')))
    .toString('hex')
    .toUpperCase()
  return hex.replace(/^(?:00)+(?=..)/, '')
}

/** The octets of a BIT STRING without unused bits, which is the only way DER writes a signature (X.690 §11.2). */
function wholeOctets(node: DerNode): Uint8Array {
  const content = contentOf(node)
  if (content[0] !== 0) throw new Error('signature is not whole octets')
  return content.subarray(1)
}

function read(der: Uint8Array): Certificate {
  const whole = expectTag(readNode(der), Tag.sequence, 'certificate')
  if (whole.end !== der.length) throw new Error('trailing bytes')
  const [tbs, algorithm, signature] = children(whole)
  const fields = children(expectTag(tbs, Tag.sequence, 'tbsCertificate'))
  // version is [0] DEFAULT v1; issuerUniqueID [1] and subjectUniqueID [2] are obsolete; extensions are [3]
  const at = fields[0]?.tag === 0xa0 ? 1 : 0
  const [serial, innerAlgorithm, issuer, validity, subject, spki] = fields.slice(at)
  const algorithmNode = expectTag(algorithm, Tag.sequence, 'signature algorithm')
  // RFC 5280 §4.1.1.2: the algorithm outside the signature must be the one inside
  if (!innerAlgorithm || !Buffer.from(encodingOf(innerAlgorithm)).equals(encodingOf(algorithmNode)))
    throw new Error('signature algorithms differ')
  const [notBefore, notAfter] = children(expectTag(validity, Tag.sequence, 'validity'))
  const issuerNode = expectTag(issuer, Tag.sequence, 'issuer')
  const subjectNode = expectTag(subject, Tag.sequence, 'subject')
  const publicKeyDer = encodingOf(expectTag(spki, Tag.sequence, 'public key'))
  const publicKey = createPublicKey({ key: Buffer.from(publicKeyDer), format: 'der', type: 'spki' })
  const extensions = readExtensions(fields.find((field) => field.tag === 0xa3))
  return {
    der,
    subject: readName(subjectNode),
    issuer: readName(issuerNode),
    subjectDer: encodingOf(subjectNode),
    issuerDer: encodingOf(issuerNode),
    serialNumber: serialOf(serial),
    notBefore: time(notBefore),
    notAfter: time(notAfter),
    fingerprint: createHash('sha256').update(der).digest('hex'),
    publicKey,
    publicKeyDer,
    keyType: keyTypeOf(publicKey),
    ...standardExtensions(extensions),
    extensions,
    tbs: encodingOf(expectTag(tbs, Tag.sequence, 'tbsCertificate')),
    signatureAlgorithm: readOid(children(algorithmNode)[0]),
    signatureAlgorithmDer: encodingOf(algorithmNode),
    signature: wholeOctets(expectTag(signature, Tag.bitString, 'signature')),
  }
}

/**
 * Reads one certificate in DER; its bytes are copied. Throws 'certificate_damaged' for anything else, a public key
 * that this platform does not know included.
 */
export function parseCertificate(der: Uint8Array): Certificate {
  try {
    return read(Uint8Array.from(der))
  } catch (error) {
    throw new PadesError('certificate_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}

/** The certificates of a PKCS#7 SignedData (RFC 5652 §5.1: certificates is [0] IMPLICIT SET). */
function certificatesOfPkcs7(der: Uint8Array): Certificate[] {
  const [type, content] = children(readNode(der))
  if (readOid(type) !== Oid.signedData || !content) throw new Error('not signed data')
  const set = children(children(content)[0] ?? content).find((field) => field.tag === 0xa0)
  return set
    ? children(set)
        .filter((item) => item.tag === Tag.sequence)
        .map((item) => parseCertificate(encodingOf(item)))
    : []
}

function parseDer(der: Uint8Array): Certificate[] {
  const found: Certificate[] = []
  for (let at = 0; at < der.length;) {
    const node = expectTag(readNode(der, at), Tag.sequence, 'certificate')
    const encoding = encodingOf(node)
    if (children(node)[0]?.tag === Tag.oid) found.push(...certificatesOfPkcs7(encoding))
    else found.push(parseCertificate(encoding))
    at = node.end
  }
  return found
}

/**
 * Reads every certificate of a file as authorities publish them: a PEM bundle (certificates or PKCS#7), DER (one or
 * several in a row), or a PKCS#7 that holds certificates only. Throws 'certificate_damaged' when there is none.
 */
export function parseCertificates(bytes: Uint8Array): Certificate[] {
  try {
    const text = Buffer.from(bytes).toString('latin1')
    const blocks = [...text.matchAll(/-----BEGIN (?:X509 |TRUSTED )?(?:CERTIFICATE|PKCS7|CMS)-----([^-]*)-----END/g)]
    const found =
      blocks.length > 0 ? blocks.flatMap((block) => parseDer(Buffer.from(block[1] ?? '', 'base64'))) : parseDer(bytes)
    if (found.length === 0) throw new PadesError('certificate_damaged', { reason: 'no certificate in the file' })
    return found
  } catch (error) {
    if (error instanceof PadesError) throw error
    throw new PadesError('certificate_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}

/** Purposes that exclude signing documents; a certificate limited to these is for a machine (RFC 5280 §4.2.1.12). */
const machinePurposes = new Set([
  '1.3.6.1.5.5.7.3.1', // serverAuth
  '1.3.6.1.5.5.7.3.3', // codeSigning
  '1.3.6.1.5.5.7.3.8', // timeStamping
  '1.3.6.1.5.5.7.3.9', // OCSPSigning
])

/** Whether a certificate may sign documents: an end entity's, with a signing key usage and a fitting purpose. */
export function isForSigning(certificate: Certificate): boolean {
  const { keyUsage, extendedKeyUsage, isCa } = certificate
  if (isCa) return false
  if (keyUsage && !keyUsage.includes('digitalSignature') && !keyUsage.includes('nonRepudiation')) return false
  return !extendedKeyUsage || extendedKeyUsage.some((purpose) => !machinePurposes.has(purpose))
}

/** RSA below 2048 bits, curves below 256 bits and DSA (ETSI TS 119 312 §7). */
export function isWeakKey(key: KeyObject): boolean {
  const details = key.asymmetricKeyDetails
  if (key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss')
    return (details?.modulusLength ?? 0) < 2048
  if (key.asymmetricKeyType === 'ec') return /(?:112|128|160|163|192|193|224|233|239)/.test(details?.namedCurve ?? '')
  return key.asymmetricKeyType === 'dsa'
}

/** Why a certificate may not sign at a moment; empty when it may. Trust and revocation are not looked at here. */
export function signingProblems(certificate: Certificate, at: Date): PadesErrorCode[] {
  const problems: PadesErrorCode[] = []
  if (at > certificate.notAfter) problems.push('certificate_expired')
  if (at < certificate.notBefore) problems.push('certificate_not_yet_valid')
  if (!isForSigning(certificate)) problems.push('certificate_not_for_signing')
  if (isWeakKey(certificate.publicKey)) problems.push('certificate_weak_key')
  return problems
}
