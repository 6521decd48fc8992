import { toHex, toLatin1, toUtf16, toUtf8Text } from './cms/bytes.ts'
import { sameBytes, Tag } from './cms/der.ts'
import type { DerNode } from './cms/read-der.ts'
import { children, contentOf, encodingOf, readNode, readOid } from './cms/read-der.ts'

/** The displayed parts of a name, and the whole name in the notation of RFC 4514. */
export type DistinguishedName = {
  commonName?: string
  organization?: string
  organizationalUnit?: string
  country?: string
  /** Attribute 2.5.4.5: where Latin-American authorities put the national identity number. */
  serialNumber?: string
  email?: string
  text: string
}

/** Display form of a name: the common name, or the whole name without one. */
export const shownName = ({ commonName, text }: DistinguishedName): string => commonName ?? text

const attributeNames: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.42': 'givenName',
  '2.5.4.45': 'x500UniqueIdentifier',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

const toCodePoint = ([a = 0, b = 0, c = 0, d = 0]: Uint8Array): number => a * 0x1000000 + (b << 16) + (c << 8) + d

/** The text of a directory string in any of its ASN.1 types (RFC 5280 §4.1.2.4); null for a type that is not text. */
export function readText(node: DerNode): string | null {
  const bytes = contentOf(node)
  switch (node.tag) {
    case 0x0c: // UTF8String
      return toUtf8Text(bytes)
    case 0x12: // NumericString
    case 0x13: // PrintableString: authorities put Latin-1 in it against the rules
    case 0x14: // TeletexString: Latin-1 in practice
    case 0x16: // IA5String
    case 0x1a: // VisibleString
      return toLatin1(bytes)
    case 0x1c: // UniversalString, UCS-4 big endian
      return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => {
        const point = toCodePoint(bytes.subarray(i * 4))
        return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
      }).join('')
    case 0x1e: // BMPString, UTF-16 big endian
      return toUtf16(bytes)
    default:
      return null
  }
}

/** Escapes a value as RFC 4514 §2.4 requires. */
function escapeValue(value: string): string {
  return value
    .replace(/[\\"+,;<>]/g, '\\$&')
    .replaceAll('\0', '\\00')
    .replace(/^[ #]/, '\\$&')
    .replace(/(?<!^) $/, '\\ ')
}

/** The relative names in order, each with its attributes. */
export function nameAttributes(name: DerNode): { oid: string; value: string | null; encoding: Uint8Array }[][] {
  return children(name).map((relative) =>
    children(relative).map((attribute) => {
      const [type, value] = children(attribute)
      if (!value) return { oid: readOid(type), value: null, encoding: new Uint8Array() }
      return { oid: readOid(type), value: readText(value), encoding: encodingOf(value) }
    }),
  )
}

/** Parses a Name. Of a repeated attribute, the last one (the most specific) is shown. */
export function readName(name: DerNode): DistinguishedName {
  if (name.tag !== Tag.sequence) throw new Error('name is not a sequence')
  const relatives = nameAttributes(name)
  const last = (oid: string) => relatives.flat().findLast((attribute) => attribute.oid === oid)?.value ?? undefined
  const text = relatives
    .toReversed()
    .map((attributes) =>
      attributes
        .map(({ oid, value, encoding }) =>
          value === null ? `${oid}=#${toHex(encoding)}` : `${attributeNames[oid] ?? oid}=${escapeValue(value)}`,
        )
        .join('+'),
    )
    .join(',')
  return {
    commonName: last('2.5.4.3'),
    organization: last('2.5.4.10'),
    organizationalUnit: last('2.5.4.11'),
    country: last('2.5.4.6'),
    serialNumber: last('2.5.4.5'),
    email: last('1.2.840.113549.1.9.1'),
    text,
  }
}

/** Soft hyphens, joiners, variation selectors, marks of direction and control characters (RFC 4518 §2.2). */
const unseen = /\p{Cf}|\p{Variation_Selector}|\u034f|\ufffc|(?![\t-\r\u0085])\p{Cc}/gu

/**
 * Text values compare as in RFC 5280 §7.1, by the string preparation of RFC 4518: invisible characters removed, case
 * folded, compatibility forms unified, outer white space removed and inner folded.
 */
const folded = (value: string): string =>
  value
    .replaceAll(unseen, '')
    // both ways: ß folds to ss, and a final sigma is a sigma
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()

/** The relative names of a Name, each as a comparable string. */
export function comparableName(name: DerNode): string[] {
  return nameAttributes(name).map((attributes) =>
    JSON.stringify(
      attributes
        .map(({ oid, value, encoding }) => (value === null ? `${oid}#${toHex(encoding)}` : `${oid}=${folded(value)}`))
        .toSorted(),
    ),
  )
}

/** Cached by array identity: a trust store's names are compared for every signature. */
const remembered = new WeakMap<Uint8Array, string>()

function comparableText(der: Uint8Array): string {
  const known = remembered.get(der)
  if (known !== undefined) return known
  const text = JSON.stringify(comparableName(readNode(der)))
  remembered.set(der, text)
  return text
}

/**
 * True if two encoded names are equal (RFC 5280 §7.1): string type, case and spacing are ignored. Throws DerError for
 * damaged names.
 */
export const sameName = (a: Uint8Array, b: Uint8Array): boolean =>
  sameBytes(a, b) || comparableText(a) === comparableText(b)
