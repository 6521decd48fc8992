import { type Certificate, parseCertificate } from '../certificate.ts'
import type { Extension } from '../certificate-extensions.ts'
import { readExtensions } from '../certificate-extensions.ts'
import { DerError, element, octetString, oid, sequence, Tag } from '../cms/der.ts'
import { digestNames, Oid } from '../cms/oids.ts'
import { children, type DerNode, encodingOf, expectTag, readNode, readOctets, readOid } from '../cms/read-der.ts'
import { integerContent, serialText, type SignedStructure, smallValue, timeOf, wholeBits } from '../cms/values.ts'
import { reasonName } from '../crl/reason.ts'
import { PadesError } from '../errors.ts'
import type { OcspCertificateId } from './certificate-id.ts'

/** The status of one certificate in a response (RFC 6960 §4.2.1). */
export type OcspSingle = OcspCertificateId & {
  status: 'good' | 'revoked' | 'unknown'
  revokedAt: Date | null
  /** 'keyCompromise', 'certificateHold'…; null when absent. */
  reason: string | null
  /** Suspected start of misuse, if given (RFC 5280 §5.3.2). */
  invalidSince: Date | null
  thisUpdate: Date
  nextUpdate: Date | null
  /** Cut-off for the status of expired certificates (RFC 6960 §4.4.4). */
  archiveCutoff: Date | null
  /** True when it has an unknown critical extension: it must not be used. */
  unusable: boolean
}

/** An OCSP response (RFC 6960 §4.2), parsed but not verified. */
export type OcspResponse = SignedStructure & {
  kind: 'ocsp'
  /** The whole OCSPResponse, as stored in a DSS. */
  der: Uint8Array
  responder: { kind: 'name'; name: Uint8Array } | { kind: 'key'; hash: Uint8Array }
  producedAt: Date
  responses: OcspSingle[]
  nonce: Uint8Array | null
  /** True for an unknown critical extension of the whole response. */
  unusable: boolean
  certificates: Certificate[]
}

/** A response has two kilobytes; with a long chain and a large key, twenty. */
const MAX_RESPONSE = 1 << 20
const MAX_SINGLES = 1000
const MAX_CERTIFICATES = 32

/** OCSPResponseStatus (RFC 6960 §4.2.1); these answers are not signed. */
const refusals: Record<number, string> = {
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
}

const valueOf = (extensions: Extension[], type: string): Uint8Array | undefined =>
  extensions.find((extension) => extension.oid === type)?.value

const invalidityDate = '2.5.29.24'
const understood = new Set<string>([Oid.ocspNonce, Oid.ocspArchiveCutoff, invalidityDate, '2.5.29.21'])

const hasUnknownCritical = (extensions: Extension[]): boolean =>
  extensions.some((extension) => extension.critical && !understood.has(extension.oid))

function readCertificateId(node: DerNode | undefined): OcspCertificateId {
  const [algorithm, name, key, serial] = children(expectTag(node, Tag.sequence, 'CertID'))
  const hash = readOid(children(expectTag(algorithm, Tag.sequence, 'hash algorithm'))[0])
  return {
    hash: digestNames[hash] ?? hash,
    nameHash: readOctets(name),
    keyHash: readOctets(key),
    serial: serialText(integerContent(serial, 'serial number')),
  }
}

/** CertStatus: good [0] NULL, revoked [1] RevokedInfo, unknown [2] NULL, all IMPLICIT. */
function readStatus(node: DerNode | undefined): Pick<OcspSingle, 'status' | 'revokedAt' | 'reason'> {
  if (node?.tag === 0x80) return { status: 'good', revokedAt: null, reason: null }
  if (node?.tag === 0x82) return { status: 'unknown', revokedAt: null, reason: null }
  const [revokedAt, reason] = children(expectTag(node, 0xa1, 'certificate status'))
  return {
    status: 'revoked',
    revokedAt: timeOf(revokedAt, 'revocation time'),
    reason: reason?.tag === 0xa0 ? reasonName(smallValue(children(reason)[0], 'reason', 0x0a)) : null,
  }
}

function readSingle(node: DerNode): OcspSingle {
  const [id, status, thisUpdate, ...rest] = children(expectTag(node, Tag.sequence, 'SingleResponse'))
  const nextUpdate = rest.find(({ tag }) => tag === 0xa0)
  const extensions = readExtensions(rest.find(({ tag }) => tag === 0xa1))
  const invalid = valueOf(extensions, invalidityDate)
  const cutoff = valueOf(extensions, Oid.ocspArchiveCutoff)
  return {
    ...readCertificateId(id),
    ...readStatus(status),
    thisUpdate: timeOf(thisUpdate, 'thisUpdate'),
    nextUpdate: nextUpdate ? timeOf(children(nextUpdate)[0], 'nextUpdate') : null,
    invalidSince: invalid ? timeOf(readNode(invalid), 'invalidity date') : null,
    archiveCutoff: cutoff ? timeOf(readNode(cutoff), 'archive cutoff') : null,
    unusable: hasUnknownCritical(extensions),
  }
}

function readResponder(node: DerNode | undefined): OcspResponse['responder'] {
  if (node?.tag === 0xa1)
    return { kind: 'name', name: encodingOf(expectTag(children(node)[0], Tag.sequence, 'responder name')) }
  const [hash] = children(expectTag(node, 0xa2, 'responder'))
  return { kind: 'key', hash: readOctets(hash) }
}

type ResponseData = Pick<OcspResponse, 'responder' | 'producedAt' | 'responses' | 'nonce' | 'unusable'>

/** ResponseData (RFC 6960 §4.2.1). */
function readData(node: DerNode): ResponseData {
  const fields = children(expectTag(node, Tag.sequence, 'ResponseData'))
  // version [0] DEFAULT v1 is the only one
  if (fields[0]?.tag === 0xa0) {
    if (smallValue(children(fields[0])[0], 'version') !== 0) throw new DerError('another version of OCSP')
    fields.shift()
  }
  const [responder, producedAt, list, ...rest] = fields
  const singles = children(expectTag(list, Tag.sequence, 'responses'))
  if (singles.length > MAX_SINGLES) throw new DerError('too many responses')
  const extensions = readExtensions(rest.find(({ tag }) => tag === 0xa1))
  return {
    responder: readResponder(responder),
    producedAt: timeOf(producedAt, 'producedAt'),
    responses: singles.map(readSingle),
    nonce: nonceOf(valueOf(extensions, Oid.ocspNonce)),
    unusable: hasUnknownCritical(extensions),
  }
}

/** RFC 8954 wraps the nonce in an OCTET STRING; older responders write the raw octets. */
function nonceOf(value: Uint8Array | undefined): Uint8Array | null {
  if (!value) return null
  try {
    const node = readNode(value)
    return node.end === value.length ? readOctets(node) : value
  } catch {
    return value
  }
}

function readCertificates(node: DerNode | undefined): Certificate[] {
  if (!node) return []
  const list = children(expectTag(children(node)[0], Tag.sequence, 'certificates'))
  return list.slice(0, MAX_CERTIFICATES).flatMap((item) => {
    try {
      return [parseCertificate(encodingOf(item))]
    } catch {
      return []
    }
  })
}

function readBasic(basic: DerNode, der: Uint8Array): OcspResponse {
  const [data, algorithm, signature, certificates] = children(expectTag(basic, Tag.sequence, 'BasicOCSPResponse'))
  const algorithmNode = expectTag(algorithm, Tag.sequence, 'signature algorithm')
  const dataNode = expectTag(data, Tag.sequence, 'ResponseData')
  return {
    kind: 'ocsp',
    der,
    ...readData(dataNode),
    certificates: readCertificates(certificates?.tag === 0xa0 ? certificates : undefined),
    tbs: encodingOf(dataNode),
    signatureAlgorithm: readOid(children(algorithmNode)[0]),
    signatureAlgorithmDer: encodingOf(algorithmNode),
    signature: wholeBits(signature, 'signature'),
  }
}

/** Wraps a BasicOCSPResponse in an OCSPResponse, the form stored in a DSS (ISO 32000-2 §12.8.4.3). */
const wrapped = (basic: Uint8Array): Uint8Array =>
  sequence(element(0x0a, Uint8Array.of(0)), element(0xa0, sequence(oid(Oid.ocspBasic), octetString(basic))))

function read(bytes: Uint8Array): OcspResponse {
  if (bytes.length > MAX_RESPONSE) throw new DerError('larger than an OCSP response')
  const der = Uint8Array.from(bytes)
  const root = expectTag(readNode(der), Tag.sequence, 'OCSPResponse')
  if (root.end !== der.length) throw new DerError('trailing bytes')
  const [status, body] = children(root)
  if (status?.tag === Tag.sequence) return readBasic(root, wrapped(der))
  const code = smallValue(status, 'response status', 0x0a)
  if (code !== 0) throw new PadesError('revocation_refused', { reason: refusals[code] ?? `status ${code}` })
  const [type, octets] = children(expectTag(children(expectTag(body, 0xa0, 'response'))[0], Tag.sequence, 'response'))
  if (readOid(type) !== Oid.ocspBasic) throw new DerError('not a basic response')
  const basic = readOctets(octets)
  const node = readNode(basic)
  if (node.end !== basic.length) throw new DerError('trailing bytes')
  return readBasic(node, der)
}

/**
 * Parses an OCSPResponse, or a bare BasicOCSPResponse as in CAdES attributes; its bytes are copied.
 *
 * @throws PadesError 'revocation_refused' { reason: 'tryLater' | 'unauthorized' | … } when the responder gives no
 * status (RFC 6960 §4.2.1; these answers are unsigned), 'revocation_damaged' for anything that is no OCSP response.
 */
export function parseOcspResponse(der: Uint8Array): OcspResponse {
  try {
    return read(der)
  } catch (error) {
    if (error instanceof PadesError) throw error
    throw new PadesError('revocation_damaged', { reason: error instanceof Error ? error.message : 'unreadable' })
  }
}
