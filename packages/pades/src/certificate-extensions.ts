import { toHex, toLatin1 } from './cms/bytes.ts'
import { Tag } from './cms/der.ts'
import type { DerNode } from './cms/read-der.ts'
import { children, contentOf, encodingOf, expectTag, readNode, readOctets, readOid } from './cms/read-der.ts'

/** A raw extension; `value` is the DER inside its OCTET STRING. */
export type Extension = { oid: string; critical: boolean; value: Uint8Array }

/** Identifiers of certificate extensions (RFC 5280 §4.2), by name. */
export const ExtensionOid = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
} as const

/** Bit names of KeyUsage in order (RFC 5280 §4.2.1.3). */
const keyUsageBits = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
]

/** Reads `[3] EXPLICIT Extensions`. One that occurs twice makes the certificate invalid (RFC 5280 §4.2). */
export function readExtensions(field: DerNode | undefined): Extension[] {
  if (!field) return []
  const seen = new Set<string>()
  return children(expectTag(children(field)[0], Tag.sequence, 'extensions')).map((node) => {
    const parts = children(node)
    const oid = readOid(parts[0])
    if (seen.has(oid)) throw new Error(`extension ${oid} occurs twice`)
    seen.add(oid)
    const critical = parts[1]?.tag === Tag.boolean && contentOf(parts[1])[0] !== 0
    return { oid, critical, value: readOctets(parts.at(-1)) }
  })
}

function readKeyUsage(value: Uint8Array): string[] {
  const [, ...octets] = contentOf(expectTag(readNode(value), Tag.bitString, 'key usage'))
  return keyUsageBits.filter((_, bit) => ((octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0)
}

/** BasicConstraints ::= SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER OPTIONAL } */
function readBasicConstraints(value: Uint8Array): { isCa: boolean; pathLength: number | null } {
  const fields = children(expectTag(readNode(value), Tag.sequence, 'basic constraints'))
  const flag = fields.find((field) => field.tag === Tag.boolean)
  const length = fields.find((field) => field.tag === Tag.integer)
  const octets = length ? contentOf(length) : null
  // a larger length limits nothing in practice
  return {
    isCa: flag ? contentOf(flag)[0] !== 0 : false,
    pathLength: octets ? (octets.length === 1 ? (octets[0] ?? 0) : 255) : null,
  }
}

/** The URLs of GeneralNames (uniformResourceIdentifier is [6] IA5String). */
const urls = (nodes: DerNode[]): string[] =>
  nodes.filter((node) => node.tag === 0x86).map((node) => toLatin1(contentOf(node)))

/** AuthorityInfoAccess: SEQUENCE OF { accessMethod, accessLocation } (RFC 5280 §4.2.2.1). */
function readAccess(value: Uint8Array, method: string): string[] {
  return children(readNode(value)).flatMap((description) => {
    const [type, location] = children(description)
    return readOid(type) === method && location ? urls([location]) : []
  })
}

/** DistributionPoint: distributionPoint [0] { fullName [0] GeneralNames } (RFC 5280 §4.2.1.13). */
function readDistributionPoints(value: Uint8Array): string[] {
  return children(readNode(value)).flatMap((point) => {
    const name = children(point).find((field) => field.tag === 0xa0)
    const full = name && children(name).find((field) => field.tag === 0xa0)
    return full ? urls(children(full)) : []
  })
}

function readAuthorityKeyId(value: Uint8Array): string | undefined {
  const id = children(readNode(value)).find((field) => field.tag === 0x80)
  return id && toHex(contentOf(id))
}

/** The values of a certificate's extensions, with the defaults of RFC 5280 for absent ones. */
export function standardExtensions(extensions: Extension[]) {
  const value = (oid: string) => extensions.find((extension) => extension.oid === oid)?.value
  const from = <T>(oid: string, reader: (value: Uint8Array) => T): T | undefined => {
    const found = value(oid)
    return found && reader(found)
  }
  return {
    ...(from(ExtensionOid.basicConstraints, readBasicConstraints) ?? { isCa: false, pathLength: null }),
    keyUsage: from(ExtensionOid.keyUsage, readKeyUsage) ?? null,
    extendedKeyUsage:
      from(ExtensionOid.extendedKeyUsage, (der) => children(readNode(der)).map((node) => readOid(node))) ?? null,
    subjectKeyId: from(ExtensionOid.subjectKeyIdentifier, (der) => toHex(readOctets(readNode(der)))),
    authorityKeyId: from(ExtensionOid.authorityKeyIdentifier, readAuthorityKeyId),
    ocspUrls: from(ExtensionOid.authorityInfoAccess, (der) => readAccess(der, '1.3.6.1.5.5.7.48.1')) ?? [],
    caIssuerUrls: from(ExtensionOid.authorityInfoAccess, (der) => readAccess(der, '1.3.6.1.5.5.7.48.2')) ?? [],
    crlUrls: from(ExtensionOid.crlDistributionPoints, readDistributionPoints) ?? [],
  }
}

/** The general names of a subjectAltName, each as its element. */
export function readGeneralNames(value: Uint8Array): { tag: number; encoding: Uint8Array; content: Uint8Array }[] {
  return children(readNode(value)).map((node) => ({
    tag: node.tag,
    encoding: encodingOf(node),
    content: contentOf(node),
  }))
}
