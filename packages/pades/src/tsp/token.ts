import { type Certificate, isWeakKey, parseCertificate } from '../certificate.ts'
import { ExtensionOid } from '../certificate-extensions.ts'
import { DerError, sameBytes, Tag } from '../cms/der.ts'
import { digestNameOf, digestOf, isKnownDigest } from '../cms/digest.ts'
import { Oid, weakDigests } from '../cms/oids.ts'
import { type ParsedCms, parseTimestampCms } from '../cms/parse.ts'
import { children, contentOf, type DerNode, expectTag, readNode, readOctets, readOid } from '../cms/read-der.ts'
import { integerContent, magnitudeOf, serialText, smallValue, timeOf } from '../cms/values.ts'
import { PadesError } from '../errors.ts'
import { checkSigningCertificate, findSigner } from '../verify/identity.ts'
import { checkDigest, checkSignatureValue, integrityOf } from '../verify/signature-value.ts'

/** A timestamp (RFC 3161), parsed but not verified: see {@link timestampProblems}. */
export type TimestampToken = {
  /** DER or BER ContentInfo without the padding of /Contents. */
  der: Uint8Array
  genTime: Date
  /** Accuracy of genTime; null when not stated. */
  accuracyMs: number | null
  /** Uppercase hexadecimal. */
  serial: string
  /** Dotted identifier. */
  policy: string
  /** Digest of the imprint: 'sha256'… or the dotted identifier of an unknown one. */
  hash: string
  imprint: Uint8Array
  /** Magnitude without leading zeros. */
  nonce: Uint8Array | null
  /** DER TSTInfo, which the signature covers. */
  info: Uint8Array
  /** Critical extensions of TSTInfo; none is defined, so none is supported. */
  criticalExtensions: string[]
  cms: ParsedCms
  certificates: Certificate[]
  /** The certificate named by the SignerInfo, if included. */
  tsa: Certificate | null
}

/** Why a token is no timestamp of these bytes (RFC 3161 §2.3 and §2.4.2). */
export type TimestampProblem =
  | 'imprint_mismatch'
  | 'nonce_mismatch'
  | 'bad_signature'
  | 'tsa_certificate_missing'
  /** The certificate is not for timestamps: EKU timeStamping must be critical and alone, no CA, a signing key usage. */
  | 'not_a_tsa'
  /** genTime is outside of the validity of the authority's certificate. */
  | 'tsa_not_valid_then'
  | 'weak_algorithm'
  /** An unsupported digest or signature algorithm. */
  | 'unsupported_algorithm'
  | 'signing_certificate_missing'
  | 'signing_certificate_mismatch'
  | 'unknown_critical_extension'

/** A token with four certificates of RSA 4096 has 8 KB. */
const MAX_TOKEN = 1 << 20
const MAX_CERTIFICATES = 32

/** Accuracy ::= SEQUENCE { seconds INTEGER, millis [0], micros [1] }, each of them optional. */
function readAccuracy(node: DerNode | undefined): number | null {
  if (node?.tag !== Tag.sequence) return null
  const part = (tag: number): number => {
    const field = children(node).find((candidate) => candidate.tag === tag)
    return field ? smallValue(field, 'accuracy', tag) : 0
  }
  return part(Tag.integer) * 1000 + part(0x80) + part(0x81) / 1000
}

type Info = Pick<
  TimestampToken,
  'genTime' | 'accuracyMs' | 'serial' | 'policy' | 'hash' | 'imprint' | 'nonce' | 'criticalExtensions'
>

function readImprint(node: DerNode | undefined): Pick<Info, 'hash' | 'imprint'> {
  const [algorithm, hashed] = children(expectTag(node, Tag.sequence, 'messageImprint'))
  return { hash: digestNameOf(algorithm), imprint: Uint8Array.from(readOctets(hashed)) }
}

/** TSTInfo (RFC 3161 §2.4.2). */
function readInfo(der: Uint8Array): Info {
  const root = expectTag(readNode(der), Tag.sequence, 'TSTInfo')
  if (root.end !== der.length) throw new DerError('trailing bytes after TSTInfo')
  const [version, policy, imprint, serial, genTime, ...rest] = children(root)
  if (smallValue(version, 'version') !== 1) throw new DerError('TSTInfo is of another version')
  const optional = (tag: number): DerNode | undefined => rest.find((field) => field.tag === tag)
  const nonce = optional(Tag.integer)
  // [1] IMPLICIT Extensions: the same contents as under [3] EXPLICIT, one level less
  const extensions = optional(0xa1)
  const critical = (extensions ? children(extensions) : []).filter((item) => {
    const flag = children(item)[1]
    return flag?.tag === Tag.boolean && contentOf(flag)[0] !== 0
  })
  return {
    policy: readOid(policy),
    ...readImprint(imprint),
    serial: serialText(integerContent(serial, 'serial number')),
    genTime: timeOf(expectTag(genTime, Tag.generalizedTime, 'genTime'), 'genTime'),
    accuracyMs: readAccuracy(optional(Tag.sequence)),
    nonce: nonce ? Uint8Array.from(magnitudeOf(integerContent(nonce, 'nonce'))) : null,
    criticalExtensions: critical.map((item) => readOid(children(item)[0])),
  }
}

function readCertificates(cms: ParsedCms): Certificate[] {
  return cms.certificates.slice(0, MAX_CERTIFICATES).flatMap((der) => {
    try {
      return [parseCertificate(der)]
    } catch {
      return []
    }
  })
}

/**
 * Parses a timestamp token; zeros may follow it, as in /Contents of a document timestamp.
 *
 * @throws PadesError 'timestamp_damaged' for anything else, including a signature.
 */
export function parseTimestampToken(der: Uint8Array): TimestampToken {
  try {
    if (der.length > MAX_TOKEN) throw new DerError('larger than a timestamp')
    const { cms, content } = parseTimestampCms(der)
    const certificates = readCertificates(cms)
    const info = Uint8Array.from(content)
    const token = { der: der.subarray(0, cms.length), ...readInfo(info), info, cms, certificates }
    return { ...token, tsa: findSigner(cms, certificates) }
  } catch (error) {
    throw new PadesError('timestamp_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}

/** RFC 3161 §2.3: extendedKeyUsage critical with id-kp-timeStamping and nothing else; the key is for signing. */
export function isForTimestamps(certificate: Certificate): boolean {
  const { extensions, extendedKeyUsage, keyUsage, isCa } = certificate
  const usage = extensions.find(({ oid }) => oid === ExtensionOid.extendedKeyUsage)
  const alone = extendedKeyUsage?.length === 1 && extendedKeyUsage[0] === Oid.timeStamping
  const signs = !keyUsage || keyUsage.includes('digitalSignature') || keyUsage.includes('nonRepudiation')
  return alone && usage?.critical === true && signs && !isCa
}

/** The stamped bytes, in one or more pieces, or their digest if already computed. */
export type StampedBytes = Uint8Array | readonly Uint8Array[] | { hash: string; digest: Uint8Array }

/** The expected imprint; null when the stamped bytes were digested by another algorithm. */
function expectedImprint(hash: string, stamped: StampedBytes): Uint8Array | null {
  if ('digest' in stamped) return stamped.hash === hash ? stamped.digest : null
  return digestOf(hash, stamped instanceof Uint8Array ? [stamped] : stamped)
}

function imprintProblems(token: TimestampToken, stamped: StampedBytes): TimestampProblem[] {
  if (!isKnownDigest(token.hash)) return ['unsupported_algorithm']
  const expected = expectedImprint(token.hash, stamped)
  const isRight = expected !== null && sameBytes(expected, token.imprint)
  const problems: TimestampProblem[] = isRight ? [] : ['imprint_mismatch']
  return weakDigests.has(token.hash) ? [...problems, 'weak_algorithm'] : problems
}

function signerProblems(token: TimestampToken, tsa: Certificate): TimestampProblem[] {
  const { cms, info, genTime } = token
  const problems: TimestampProblem[] = []
  const integrity = integrityOf([checkDigest(cms, [info]), checkSignatureValue(cms, tsa, [info])])
  if (integrity === 'broken') problems.push('bad_signature')
  if (integrity === 'not_checked') problems.push('unsupported_algorithm')
  // RFC 3161 §2.4.2 requires signing-certificate; RFC 5816 permits signing-certificate-v2 instead
  if (!cms.signingCertificate) problems.push('signing_certificate_missing')
  else if (checkSigningCertificate(cms, tsa, true)) problems.push('signing_certificate_mismatch')
  if (!isForTimestamps(tsa)) problems.push('not_a_tsa')
  if (genTime < tsa.notBefore || genTime > tsa.notAfter) problems.push('tsa_not_valid_then')
  if (weakDigests.has(cms.digestAlgorithm) || isWeakKey(tsa.publicKey)) problems.push('weak_algorithm')
  return problems
}

/**
 * Problems of a token (RFC 3161 §2.2); empty when valid. Trust in the authority (chain, revocation at genTime) is
 * checked elsewhere.
 *
 * @param expected.stamped The data of the imprint: the signature value, or the bytes of a ByteRange.
 * @param expected.nonce Of the request, if any.
 */
export function timestampProblems(
  token: TimestampToken,
  expected: { stamped: StampedBytes; nonce?: Uint8Array },
): TimestampProblem[] {
  const problems = imprintProblems(token, expected.stamped)
  if (expected.nonce && !(token.nonce && sameBytes(token.nonce, magnitudeOf(expected.nonce))))
    problems.push('nonce_mismatch')
  if (token.criticalExtensions.length > 0) problems.push('unknown_critical_extension')
  if (token.tsa) problems.push(...signerProblems(token, token.tsa))
  else problems.push('tsa_certificate_missing')
  return [...new Set(problems)]
}
