import type { Extension } from './certificate-extensions.ts'
import { readExtensions, standardExtensions } from './certificate-extensions.ts'
import { fromBase64, toHex, toLatin1 } from './cms/bytes.ts'
import { sameBytes, Tag } from './cms/der.ts'
import { Oid } from './cms/oids.ts'
import type { DerNode } from './cms/read-der.ts'
import { children, contentOf, encodingOf, expectTag, readNode, readOid, readTime } from './cms/read-der.ts'
import type { DistinguishedName } from './distinguished-name.ts'
import { readName } from './distinguished-name.ts'
import type { PadesErrorCode } from './errors.ts'

/** The fields of a certificate (RFC 5280 §4.1), read without cryptography and not verified. */
export type CertificateFields = {
  der: Uint8Array
  subject: DistinguishedName
  issuer: DistinguishedName
  /** DER of the names, for comparison and for bit-exact copies. */
  subjectDer: Uint8Array
  issuerDer: Uint8Array
  /** Uppercase hexadecimal, whole octets, without a leading zero octet. */
  serialNumber: string
  notBefore: Date
  notAfter: Date
  /** DER SubjectPublicKeyInfo. */
  publicKeyDer: Uint8Array
  isCa: boolean
  /** pathLenConstraint of basic constraints; null: unlimited. */
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
  /** The signed bytes, the algorithm (dotted identifier and DER AlgorithmIdentifier) and the signature. */
  tbs: Uint8Array
  signatureAlgorithm: string
  signatureAlgorithmDer: Uint8Array
  signature: Uint8Array
}

function time(node: DerNode | undefined): Date {
  const date = node && readTime(node)
  if (!date || Number.isNaN(date.getTime())) throw new Error('validity is not a time')
  return date
}

function serialOf(node: DerNode | undefined): string {
  const hex = toHex(contentOf(expectTag(node, Tag.integer, 'serial number'))).toUpperCase()
  return hex.replace(/^(?:00)+(?=..)/, '')
}

/** The octets of a BIT STRING without unused bits, which is the only way DER writes a signature (X.690 §11.2). */
function wholeOctets(node: DerNode): Uint8Array {
  const content = contentOf(node)
  if (content[0] !== 0) throw new Error('signature is not whole octets')
  return content.subarray(1)
}

/** Reads one certificate in DER, keeping views into its bytes. Throws any kind of error for anything else. */
export function readCertificateFields(der: Uint8Array): CertificateFields {
  const whole = expectTag(readNode(der), Tag.sequence, 'certificate')
  if (whole.end !== der.length) throw new Error('trailing bytes')
  const [tbs, algorithm, signature] = children(whole)
  const fields = children(expectTag(tbs, Tag.sequence, 'tbsCertificate'))
  // version is [0] DEFAULT v1; issuerUniqueID [1] and subjectUniqueID [2] are obsolete; extensions are [3]
  const at = fields[0]?.tag === 0xa0 ? 1 : 0
  const [serial, innerAlgorithm, issuer, validity, subject, spki] = fields.slice(at)
  const algorithmNode = expectTag(algorithm, Tag.sequence, 'signature algorithm')
  // RFC 5280 §4.1.1.2: the algorithm outside the signature must be the one inside
  if (!innerAlgorithm || !sameBytes(encodingOf(innerAlgorithm), encodingOf(algorithmNode)))
    throw new Error('signature algorithms differ')
  const [notBefore, notAfter] = children(expectTag(validity, Tag.sequence, 'validity'))
  const issuerNode = expectTag(issuer, Tag.sequence, 'issuer')
  const subjectNode = expectTag(subject, Tag.sequence, 'subject')
  const publicKeyDer = encodingOf(expectTag(spki, Tag.sequence, 'public key'))
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
    publicKeyDer,
    ...standardExtensions(extensions),
    extensions,
    tbs: encodingOf(expectTag(tbs, Tag.sequence, 'tbsCertificate')),
    signatureAlgorithm: readOid(children(algorithmNode)[0]),
    signatureAlgorithmDer: encodingOf(algorithmNode),
    signature: wholeOctets(expectTag(signature, Tag.bitString, 'signature')),
  }
}

/** The certificates of a PKCS#7 SignedData (RFC 5652 §5.1: certificates is [0] IMPLICIT SET). */
function certificatesOfPkcs7(der: Uint8Array): Uint8Array[] {
  const [type, content] = children(readNode(der))
  if (readOid(type) !== Oid.signedData || !content) throw new Error('not signed data')
  const set = children(children(content)[0] ?? content).find((field) => field.tag === 0xa0)
  return set
    ? children(set)
        .filter((item) => item.tag === Tag.sequence)
        .map(encodingOf)
    : []
}

function encodingsOfDer(der: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = 0; at < der.length;) {
    const node = expectTag(readNode(der, at), Tag.sequence, 'certificate')
    const encoding = encodingOf(node)
    if (children(node)[0]?.tag === Tag.oid) found.push(...certificatesOfPkcs7(encoding))
    else found.push(encoding)
    at = node.end
  }
  return found
}

/**
 * The DER of every certificate in a file published by an authority: a PEM bundle (certificates or PKCS#7), DER (one or
 * several in a row), or a certificates-only PKCS#7. Throws any kind of error for anything else.
 */
export function certificateEncodings(bytes: Uint8Array): Uint8Array[] {
  const pem = /-----BEGIN (?:X509 |TRUSTED )?(?:CERTIFICATE|PKCS7|CMS)-----([^-]*)-----END/g
  const blocks = [...toLatin1(bytes).matchAll(pem)]
  return blocks.length > 0
    ? blocks.flatMap((block) => encodingsOfDer(fromBase64(block[1] ?? '')))
    : encodingsOfDer(bytes)
}

/** Purposes that exclude signing documents (RFC 5280 §4.2.1.12): a certificate limited to these is for machines. */
const machinePurposes = new Set([
  '1.3.6.1.5.5.7.3.1', // serverAuth
  '1.3.6.1.5.5.7.3.3', // codeSigning
  '1.3.6.1.5.5.7.3.8', // timeStamping
  '1.3.6.1.5.5.7.3.9', // OCSPSigning
])

/** The facts that decide whether and when a certificate may sign. */
export type SigningFields = Pick<CertificateFields, 'keyUsage' | 'extendedKeyUsage' | 'isCa' | 'notBefore' | 'notAfter'>

/** True if a certificate may sign documents: an end entity with a signing key usage and a suitable purpose. */
export function isForSigning(certificate: SigningFields): boolean {
  const { keyUsage, extendedKeyUsage, isCa } = certificate
  if (isCa) return false
  if (keyUsage && !keyUsage.includes('digitalSignature') && !keyUsage.includes('nonRepudiation')) return false
  return !extendedKeyUsage || extendedKeyUsage.some((purpose) => !machinePurposes.has(purpose))
}

/** Why a certificate may not sign at a given time; empty when it may. `weak`: its key is too weak. */
export function problemsOf(certificate: SigningFields, weak: boolean, at: Date): PadesErrorCode[] {
  const problems: PadesErrorCode[] = []
  if (at > certificate.notAfter) problems.push('certificate_expired')
  if (at < certificate.notBefore) problems.push('certificate_not_yet_valid')
  if (!isForSigning(certificate)) problems.push('certificate_not_for_signing')
  if (weak) problems.push('certificate_weak_key')
  return problems
}
