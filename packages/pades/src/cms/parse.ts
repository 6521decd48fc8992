import {
  contentOf,
  children,
  type DerNode,
  encodingOf,
  expectTag,
  readNode,
  readOctets,
  readOid,
  readTime,
} from './read-der.ts'
import { digestNameOf, isPlain } from './digest.ts'
import { integerContent, serialText } from './values.ts'
import { concatBytes, DerError, element, sortedSetContents, Tag } from './der.ts'
import { readCommitment } from './commitment.ts'
import { Oid } from './oids.ts'

/** Why a CMS is not a PDF signature (ISO 32000-2 §12.8.3.3, ETSI EN 319 142-1 §6.3). */
export type CmsProblem =
  | 'cms_damaged'
  | 'cms_not_signed_data'
  | 'cms_embedded_content'
  | 'cms_wrong_content_type'
  | 'cms_signer_count'
  | 'cms_no_signed_attributes'
  | 'cms_attribute_missing'
  | 'cms_attribute_repeated'
  | 'cms_trailing_data'

/** The CMS violates PAdES. */
export class CmsError extends Error {
  readonly code: CmsProblem
  constructor(code: CmsProblem, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** ESSCertID or ESSCertIDv2: the certificate that the signer claims to have used (RFC 5035 §4 and §5). */
export type CertificateId = {
  version: 1 | 2
  /** As returned by `digestNameOf`. */
  hash: string
  certHash: Uint8Array
  /** DER Name and serial number as `Certificate.serialNumber`, when the attribute carries issuerSerial. */
  issuer?: Uint8Array
  serial?: string
}

/** The certificate reference in SignerInfo (RFC 5652 §5.3). */
export type SignerIdentifier =
  | { kind: 'issuer-serial'; issuer: Uint8Array; serial: string }
  | { kind: 'key-id'; keyId: Uint8Array }

/** The only signature inside a CMS; byte strings are DER unless noted otherwise. */
export type ParsedCms = {
  /** DER certificates, as embedded. */
  certificates: Uint8Array[]
  signer: SignerIdentifier
  /** As returned by `digestNameOf`: a dotted identifier when unknown. */
  digestAlgorithm: string
  /** True if SignedData announces the digest (RFC 5652 §5.1: a verifier may refuse others). */
  digestListed: boolean
  signatureAlgorithm: { oid: string; parameters: Uint8Array | null }
  /**
   * The encodings that a signer may have signed: DER, and the original bytes if they differ. Empty without signed
   * attributes: then the signature is over the document itself (RFC 5652 §5.4).
   */
  signedAttributes: Uint8Array[]
  /** Null without signed attributes. */
  messageDigest: Uint8Array | null
  contentType: string
  signingCertificate: CertificateId | null
  /** The signing-time attribute, which PAdES forbids. */
  signingTime: Date | null
  /** The signer's commitment; see `readCommitment`. */
  commitment: string | null
  /**
   * Digest, as returned by `digestNameOf`, and signature algorithm repeated inside the signature (RFC 6211), if
   * present.
   */
  algorithmProtection: { digest: string; signature: string | null } | null
  signature: Uint8Array
  /** DER ContentInfo of the signature timestamp (RFC 3161 token), if any; the first of several. */
  timestampToken: Uint8Array | null
  /** All values of the signature timestamp attribute. */
  timestampTokens: Uint8Array[]
  /** Raw DER CertificateList and OCSPResponse embedded by the signer, not verified. */
  revocation: { crls: Uint8Array[]; ocsps: Uint8Array[] }
  /** Length of the ContentInfo; the rest of /Contents is padding. */
  length: number
  /** True if anything but padding follows it. */
  hasTrailingData: boolean
}

type Attributes = Map<string, DerNode[]>

function readAttributes(node: DerNode): Attributes {
  const found: Attributes = new Map()
  for (const attribute of children(node)) {
    const [type, values] = children(expectTag(attribute, Tag.sequence, 'attribute'))
    const name = readOid(type)
    found.set(name, [...(found.get(name) ?? []), ...children(expectTag(values, Tag.set, 'attribute values'))])
  }
  return found
}

/** RFC 5652 §5.3: each signed type once. With two message-digests two readers could see two documents. */
function readSignedAttributes(node: DerNode): Attributes {
  const attributes = readAttributes(node)
  if (attributes.size !== children(node).length) throw new CmsError('cms_attribute_repeated')
  return attributes
}

function single(attributes: Attributes, type: string): DerNode | null {
  const values = attributes.get(type)
  if (!values) return null
  if (values.length !== 1) throw new CmsError('cms_attribute_repeated')
  return values[0] ?? null
}

function required(attributes: Attributes, type: string): DerNode {
  const value = single(attributes, type)
  if (!value) throw new CmsError('cms_attribute_missing')
  return value
}

/** Checks the exact number of fields of a SEQUENCE without optional ones. */
function exactly(count: number, nodes: DerNode[]): DerNode[] {
  if (nodes.length !== count) throw new CmsError('cms_damaged')
  return nodes
}

/** CMSVersion (RFC 5652 §5.1, §5.3) in one octet. */
function checkVersion(node: DerNode | undefined, allowed: readonly number[]): void {
  const [version, ...more] = contentOf(expectTag(node, Tag.integer, 'version'))
  if (version === undefined || more.length > 0 || !allowed.includes(version)) throw new CmsError('cms_damaged')
}

const serialOf = (node: DerNode | undefined): string => serialText(integerContent(node, 'serial number'))

/** First certificate of signing-certificate (v1, SHA-1, RFC 2634 §5.4) or signing-certificate-v2 (RFC 5035 §3). */
function readCertificateId(attributes: Attributes): CertificateId | null {
  const v2 = single(attributes, Oid.signingCertificateV2)
  const value = v2 ?? single(attributes, Oid.signingCertificate)
  if (!value) return null
  const certs = expectTag(
    children(expectTag(value, Tag.sequence, 'signing certificate'))[0],
    Tag.sequence,
    'certificate ids',
  )
  const fields = children(expectTag(children(certs)[0], Tag.sequence, 'certificate id'))
  const explicitHash = v2 && fields[0]?.tag === Tag.sequence ? fields.shift() : undefined
  const hash = v2 ? (explicitHash ? digestNameOf(explicitHash) : 'sha256') : 'sha1'
  const id: CertificateId = { version: v2 ? 2 : 1, hash, certHash: readOctets(fields[0]) }
  if (!fields[1]) return id
  const [names, serial] = children(expectTag(fields[1], Tag.sequence, 'issuerSerial'))
  const directory = children(expectTag(names, Tag.sequence, 'issuer names')).find((name) => name.tag === 0xa4)
  if (directory) id.issuer = contentOf(directory)
  id.serial = serialOf(serial)
  return id
}

function readSigner(node: DerNode | undefined): SignerIdentifier {
  if (node?.tag === 0x80) return { kind: 'key-id', keyId: contentOf(node) }
  const [issuer, serial] = children(expectTag(node, Tag.sequence, 'signer identifier'))
  return {
    kind: 'issuer-serial',
    issuer: encodingOf(expectTag(issuer, Tag.sequence, 'issuer')),
    serial: serialOf(serial),
  }
}

/**
 * RFC 5652 §5.4 signs the DER encoding; some products sign their own unsorted encoding. Both contain the same
 * attributes.
 */
function signedEncodings(node: DerNode): Uint8Array[] {
  const items = children(node).map(encodingOf)
  const der = element(Tag.set, sortedSetContents(items))
  const asWritten = element(Tag.set, concatBytes(items))
  return Buffer.compare(der, asWritten) === 0 ? [der] : [der, asWritten]
}

function readProtection(attributes: Attributes): ParsedCms['algorithmProtection'] {
  const value = single(attributes, Oid.algorithmProtection)
  if (!value) return null
  const [digest, signature] = children(expectTag(value, Tag.sequence, 'algorithm protection'))
  return { digest: digestNameOf(digest), signature: signature?.tag === 0xa1 ? readOid(children(signature)[0]) : null }
}

type Revocation = ParsedCms['revocation']

/**
 * adbe-revocationInfoArchival: SEQUENCE { crl [0] SEQUENCE OF CRL, ocsp [1] SEQUENCE OF OCSPResponse } (ISO 32000-2
 * §12.8.3.3.2). A damaged one counts as absent.
 */
function readArchival(attributes: Attributes): Revocation {
  const value = attributes.get(Oid.revocationInfoArchival)?.[0]
  try {
    const fields = value ? children(expectTag(value, Tag.sequence, 'revocation info')) : []
    const under = (tag: number): Uint8Array[] =>
      fields
        .filter((field) => field.tag === tag)
        .flatMap((field) => children(expectTag(children(field)[0], Tag.sequence, 'list')))
        .map(encodingOf)
    return { crls: under(0xa0), ocsps: under(0xa1) }
  } catch {
    return { crls: [], ocsps: [] }
  }
}

/** RevocationInfoChoices: CRLs, and OCSP responses as [1] { id-ri-ocsp-response, response } (RFC 5940 §2). */
function readRevocationChoices(nodes: DerNode[]): Revocation {
  const crls = nodes.filter((node) => node.tag === Tag.sequence).map(encodingOf)
  const ocsps = nodes.flatMap((node) => {
    const [type, info] = node.tag === 0xa1 ? children(node) : []
    return type && info && readOid(type) === Oid.revocationInfoOcsp ? [encodingOf(info)] : []
  })
  return { crls, ocsps }
}

type SignedPart = Pick<
  ParsedCms,
  'signedAttributes' | 'messageDigest' | 'signingCertificate' | 'signingTime' | 'commitment' | 'algorithmProtection'
> & { contentType: string | null; revocation: Revocation }

const withoutAttributes: SignedPart = {
  signedAttributes: [],
  messageDigest: null,
  contentType: null,
  signingCertificate: null,
  signingTime: null,
  commitment: null,
  algorithmProtection: null,
  revocation: { crls: [], ocsps: [] },
}

function readSignedPart(node: DerNode): SignedPart {
  const signed = readSignedAttributes(node)
  const signingTime = single(signed, Oid.signingTime)
  return {
    signedAttributes: signedEncodings(node),
    messageDigest: readOctets(required(signed, Oid.messageDigest)),
    contentType: readOid(required(signed, Oid.contentType)),
    signingCertificate: readCertificateId(signed),
    signingTime: signingTime ? readTime(signingTime) : null,
    commitment: readCommitment(signed.get(Oid.commitmentType)?.[0]),
    algorithmProtection: readProtection(signed),
    revocation: readArchival(signed),
  }
}

function readSignatureAlgorithm(node: DerNode | undefined): ParsedCms['signatureAlgorithm'] {
  const [name, parameters, ...more] = children(expectTag(node, Tag.sequence, 'signature algorithm'))
  if (more.length > 0) throw new CmsError('cms_damaged')
  return { oid: readOid(name), parameters: parameters && !isPlain(parameters) ? encodingOf(parameters) : null }
}

type SignerInfo = SignedPart &
  Pick<
    ParsedCms,
    'signer' | 'digestAlgorithm' | 'signatureAlgorithm' | 'signature' | 'timestampToken' | 'timestampTokens'
  >

function readSignerInfo(node: DerNode): SignerInfo {
  const [version, sid, digestAlgorithm, ...fields] = children(expectTag(node, Tag.sequence, 'signer info'))
  checkVersion(version, [sid?.tag === 0x80 ? 3 : 1])
  const signed = fields[0]?.tag === 0xa0 ? fields.shift() : undefined
  const [algorithm, signature, rest] = fields
  const unsigned = rest?.tag === 0xa1 ? readAttributes(rest) : new Map<string, DerNode[]>()
  const tokens = (unsigned.get(Oid.signatureTimestamp) ?? []).map(encodingOf)
  return {
    ...(signed ? readSignedPart(signed) : withoutAttributes),
    signer: readSigner(sid),
    digestAlgorithm: digestNameOf(digestAlgorithm),
    signatureAlgorithm: readSignatureAlgorithm(algorithm),
    signature: readOctets(signature),
    timestampToken: tokens[0] ?? null,
    timestampTokens: tokens,
  }
}

/** Padding of /Contents: usually zeros; some writers use spaces, the digit zero or 0xFF. */
const fillers = new Set([0x00, 0x20, 0x30, 0xff])

/** A repeated filler carries no data. */
function isPadding(bytes: Uint8Array, from: number): boolean {
  const filler = bytes[from]
  if (filler === undefined) return true
  for (let i = from; i < bytes.length; i++) if (bytes[i] !== filler) return false
  return fillers.has(filler)
}

function readSignedData(bytes: Uint8Array, expected: string): { parsed: ParsedCms; embedded: DerNode[] } {
  const root = readNode(bytes)
  const [type, wrapped] = exactly(2, children(expectTag(root, Tag.sequence, 'ContentInfo')))
  if (readOid(type) !== Oid.signedData) throw new CmsError('cms_not_signed_data')
  const [signed] = exactly(1, children(expectTag(wrapped, 0xa0, 'content')))
  const [version, digests, encapsulated, ...rest] = children(expectTag(signed, Tag.sequence, 'SignedData'))
  // RFC 5652 §5.1: 3 for other content than id-data; 4 and 5 with attribute certificates and other revocation data
  checkVersion(version, [1, 3, 4, 5])
  const [contentType, ...embedded] = children(expectTag(encapsulated, Tag.sequence, 'content info'))
  // ISO 32000-2 §12.8.3.3.1: no data shall be encapsulated. A validator that hashes it would verify other data.
  if (expected === Oid.data && embedded.length > 0) throw new CmsError('cms_embedded_content')
  if (readOid(contentType) !== expected) throw new CmsError('cms_wrong_content_type')
  const certificates = rest.filter((node) => node.tag === 0xa0).flatMap(children)
  const choices = readRevocationChoices(rest.filter((node) => node.tag === 0xa1).flatMap(children))
  const infos = children(expectTag(rest.at(-1), Tag.set, 'signer infos'))
  const [info] = infos
  if (infos.length !== 1 || !info) throw new CmsError('cms_signer_count')
  const { contentType: stated, ...signer } = readSignerInfo(info)
  // RFC 5652 §5.3: attributes may be absent only where the content is id-data
  if (stated === null && expected !== Oid.data) throw new CmsError('cms_no_signed_attributes')
  if (stated !== null && stated !== expected) throw new CmsError('cms_wrong_content_type')
  const listed = children(expectTag(digests, Tag.set, 'digest algorithms')).map(digestNameOf)
  const revocation = {
    crls: [...signer.revocation.crls, ...choices.crls],
    ocsps: [...signer.revocation.ocsps, ...choices.ocsps],
  }
  // other choices of CertificateChoices (attribute certificates) have a context tag and are ignored
  const x509 = certificates.filter((node) => node.tag === Tag.sequence).map(encodingOf)
  const parsed = {
    ...signer,
    contentType: expected,
    digestListed: listed.includes(signer.digestAlgorithm),
    revocation,
    certificates: x509,
    length: root.end,
    hasTrailingData: !isPadding(bytes, root.end),
  }
  return { parsed, embedded }
}

function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError) throw new CmsError('cms_damaged', { cause: error })
    throw error
  }
}

/**
 * Parses the detached CMS of a PDF signature strictly: one SignerInfo, eContentType id-data, no embedded content, each
 * signed attribute once. Algorithms may be unknown. Accepts DER and, because real files have it, BER.
 *
 * @throws CmsError
 */
export function parseCms(bytes: Uint8Array): ParsedCms {
  return reading(() => readSignedData(bytes, Oid.data).parsed)
}

/**
 * Parses the CMS of a timestamp token (RFC 3161 §2.4.2): the same rules, but eContentType id-ct-TSTInfo with its
 * content inside. The two parsers are separate on purpose: a timestamp is never accepted as a signature, nor the
 * reverse.
 *
 * @returns The CMS and the octets of eContent, which its message-digest covers.
 * @throws CmsError
 */
export function parseTimestampCms(bytes: Uint8Array): { cms: ParsedCms; content: Uint8Array } {
  return reading(() => {
    const { parsed, embedded } = readSignedData(bytes, Oid.tstInfo)
    if (parsed.hasTrailingData) throw new CmsError('cms_trailing_data')
    const [wrapper] = exactly(1, embedded)
    const [content] = exactly(1, children(expectTag(wrapper, 0xa0, 'content')))
    return { cms: parsed, content: readOctets(content) }
  })
}
