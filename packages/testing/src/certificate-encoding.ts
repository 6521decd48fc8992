import { createHash } from 'node:crypto'
import { algorithmIdentifier, concatBytes, element, nullElement, octetString, oid, sequence } from '@foja/pades/cms/der'

/** ASN.1 string types of name attributes; authorities use all of them. */
export type NameStringType = 'utf8' | 'printable' | 'bmp' | 'teletex' | 'ia5'
export type NameAttribute = [type: keyof typeof attributeOids, value: string]
export type CertificateHash = 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'md5'

const attributeOids = {
  CN: '2.5.4.3',
  serialNumber: '2.5.4.5',
  C: '2.5.4.6',
  L: '2.5.4.7',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  DC: '0.9.2342.19200300.100.1.25',
  email: '1.2.840.113549.1.9.1',
}

export const keyUsageBits = [
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

function nameString(value: string, type: NameStringType): Uint8Array {
  if (type === 'bmp') return element(0x1e, Buffer.from(value, 'utf16le').swap16())
  if (type === 'utf8') return element(0x0c, Buffer.from(value))
  return element({ printable: 0x13, teletex: 0x14, ia5: 0x16 }[type], Buffer.from(value, 'latin1'))
}

/** Name ::= SEQUENCE OF SET OF AttributeTypeAndValue; country and serial number are always PrintableString. */
export function encodeName(attributes: NameAttribute[], type: NameStringType = 'utf8'): Uint8Array {
  return sequence(
    ...attributes.map(([name, value]) => {
      const stringType =
        name === 'C' || name === 'serialNumber' ? 'printable' : name === 'email' || name === 'DC' ? 'ia5' : type
      return element(0x31, sequence(oid(attributeOids[name]), nameString(value, stringType)))
    }),
  )
}

/** UTCTime until 2049, GeneralizedTime afterwards (RFC 5280 §4.1.2.5). */
export function encodeTime(date: Date): Uint8Array {
  const digits = date.toISOString().replace(/\.\d+/, '').replaceAll(/[-:T]/g, '')
  const utc = date.getUTCFullYear() >= 1950 && date.getUTCFullYear() < 2050
  return utc ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits))
}

export function encodeInteger(bytes: Uint8Array): Uint8Array {
  return element(0x02, (bytes[0] ?? 0) & 0x80 ? concatBytes([Uint8Array.of(0), bytes]) : bytes)
}

export const encodeExtension = (type: string, critical: boolean, value: Uint8Array): Uint8Array =>
  sequence(oid(type), ...(critical ? [Uint8Array.of(0x01, 0x01, 0xff)] : []), octetString(value))

export function encodeKeyUsage(names: string[]): Uint8Array {
  const bits = names.map((name) => keyUsageBits.indexOf(name))
  if (bits.some((bit) => bit < 0)) throw new RangeError('unknown key usage')
  const last = Math.max(0, ...bits)
  const octets = new Uint8Array(last < 8 ? 1 : 2)
  for (const bit of bits) octets[bit >> 3] = (octets[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  return element(0x03, Uint8Array.of(7 - (last & 7)), octets)
}

export function encodeBasicConstraints(isCa: boolean, pathLength?: number): Uint8Array {
  return sequence(
    ...(isCa ? [Uint8Array.of(0x01, 0x01, 0xff)] : []),
    ...(pathLength === undefined ? [] : [Uint8Array.of(0x02, 0x01, pathLength)]),
  )
}

/** SHA-1 of the subjectPublicKey bits (RFC 5280 §4.2.1.2, method 1). */
export function keyIdentifier(spki: Uint8Array): Uint8Array {
  // the BIT STRING is the last element of SubjectPublicKeyInfo, after the AlgorithmIdentifier
  const headerLength = (at: number) => ((spki[at + 1] ?? 0) < 0x80 ? 2 : 2 + ((spki[at + 1] ?? 0) & 0x7f))
  const outer = headerLength(0)
  const bits = outer + headerLength(outer) + (spki[outer + 1] ?? 0)
  return createHash('sha1')
    .update(spki.subarray(bits + headerLength(bits) + 1))
    .digest()
}

const rsaOids = { md5: '4', sha1: '5', sha256: '11', sha384: '12', sha512: '13' }
const ecdsaOids = {
  sha1: '1.2.840.10045.4.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
}

/** The AlgorithmIdentifier of a certificate signature by such a key. */
export function signatureAlgorithm(keyType: string | undefined, hash: CertificateHash): Uint8Array {
  if (keyType === 'rsa') return algorithmIdentifier(`1.2.840.113549.1.1.${rsaOids[hash]}`, nullElement())
  if (keyType === 'ec' && hash !== 'md5') return algorithmIdentifier(ecdsaOids[hash])
  throw new RangeError(`cannot sign a certificate with ${keyType} and ${hash}`)
}

/** GeneralSubtree of a name constraint, as GeneralName elements. */
export const dnsName = (name: string): Uint8Array => element(0x82, Buffer.from(name))
export const emailName = (name: string): Uint8Array => element(0x81, Buffer.from(name))
export const uriName = (uri: string): Uint8Array => element(0x86, Buffer.from(uri))
export const directoryName = (name: Uint8Array): Uint8Array => element(0xa4, name)

/** NameConstraints ::= SEQUENCE { permittedSubtrees [0], excludedSubtrees [1] } (RFC 5280 §4.2.1.10). */
export function encodeNameConstraints(permitted: Uint8Array[], excluded: Uint8Array[]): Uint8Array {
  const subtrees = (tag: number, names: Uint8Array[]) =>
    names.length > 0 ? [element(tag, ...names.map((name) => sequence(name)))] : []
  return sequence(...subtrees(0xa0, permitted), ...subtrees(0xa1, excluded))
}
