import {
  concatBytes,
  element,
  nullElement,
  octetString,
  oid,
  sameBytes,
  sequence,
  smallInteger,
  Tag,
} from '../cms/der.ts'
import { Oid } from '../cms/oids.ts'
import type { DerNode } from '../cms/read-der.ts'
import { children, contentOf, expectTag, readNode, readOctets, readOid } from '../cms/read-der.ts'

/** Curves of WebCrypto: name and octets per coordinate. */
const curves: Record<string, { name: string; size: number }> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', size: 32 },
  '1.3.132.0.34': { name: 'P-384', size: 48 },
  '1.3.132.0.35': { name: 'P-521', size: 66 },
}

/** Other curves, by common name; those below 256 bits are weak (ETSI TS 119 312 §7). */
const otherCurves: Record<string, string> = {
  '1.3.132.0.10': 'secp256k1',
  '1.2.840.10045.3.1.1': 'P-192',
  '1.3.132.0.33': 'P-224',
  '1.3.36.3.3.2.8.1.1.7': 'brainpoolP256r1',
  '1.3.36.3.3.2.8.1.1.11': 'brainpoolP384r1',
  '1.3.36.3.3.2.8.1.1.13': 'brainpoolP512r1',
}

/** A public key from a certificate. `keyType` has the format of Node's certificate reader: 'RSA 2048', 'EC P-256'. */
export type PublicKey = { keyType: string; weak: boolean } &
  /** `pss`: id-RSASSA-PSS, a key restricted to that scheme (RFC 4055 §1.2). */
  (
    | { kind: 'rsa'; modulus: Uint8Array; exponent: Uint8Array; pss: boolean }
    | { kind: 'ed25519' }
    | { kind: 'ec'; curve: string; size: number; oid: string; point: Uint8Array }
    | { kind: 'other' }
  )

/** A private key as read; views into its PKCS#8. */
export type PrivateKey =
  | { kind: 'rsa'; modulus: Uint8Array; exponent: Uint8Array; encoding: Uint8Array; pss: boolean }
  | { kind: 'ed25519'; seed: Uint8Array }
  /** `point` is null when the file omits the public key, as Java does. */
  | { kind: 'ec'; oid: string; scalar: Uint8Array; point: Uint8Array | null }
  /** Neither RSA nor Ed25519 nor a curve of WebCrypto: the identifier of the algorithm or curve. */
  | { kind: 'other'; oid: string }

const withoutZeros = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(
    Math.max(
      0,
      bytes.findIndex((octet) => octet !== 0),
    ),
  )
const positive = (node: DerNode | undefined): Uint8Array =>
  withoutZeros(contentOf(expectTag(node, Tag.integer, 'integer')))

/** A BIT STRING without unused bits. */
function bits(node: DerNode | undefined): Uint8Array {
  const content = contentOf(expectTag(node, Tag.bitString, 'bit string'))
  if (content[0] !== 0) throw new RangeError('bit string is not whole octets')
  return content.subarray(1)
}

const isRsa = (keyOid: string): boolean => keyOid === Oid.rsaEncryption || keyOid === Oid.rsaPss

const bitLength = (number: Uint8Array): number => number.length * 8 - Math.clz32(number[0] ?? 0) + 24

/** Reads a DER SubjectPublicKeyInfo (RFC 5280 §4.1.2.7, RFC 5480). Throws DerError or RangeError. */
export function readPublicKey(spki: Uint8Array): PublicKey {
  const [algorithm, key] = children(expectTag(readNode(spki), Tag.sequence, 'public key'))
  const [type, parameters] = children(expectTag(algorithm, Tag.sequence, 'key algorithm'))
  const keyOid = readOid(type)
  if (isRsa(keyOid)) {
    const [n, e] = children(expectTag(readNode(bits(key)), Tag.sequence, 'RSA key'))
    const modulus = positive(n)
    const length = bitLength(modulus)
    const pss = keyOid === Oid.rsaPss
    const keyType = `${pss ? 'RSA-PSS' : 'RSA'} ${length}`
    return { kind: 'rsa', modulus, exponent: positive(e), pss, keyType, weak: length < 2048 }
  }
  if (keyOid === Oid.ed25519) return { kind: 'ed25519', keyType: 'Ed25519', weak: false }
  if (keyOid !== Oid.ecPublicKey) return { kind: 'other', keyType: keyOid, weak: false }
  const curveOid = parameters?.tag === Tag.oid ? readOid(parameters) : 'explicit'
  const curve = curves[curveOid]
  const name = otherCurves[curveOid] ?? curveOid
  if (!curve) return { kind: 'other', keyType: `EC ${name}`, weak: /^P-(?:192|224)$/.test(name) }
  return {
    kind: 'ec',
    curve: curve.name,
    size: curve.size,
    oid: curveOid,
    point: bits(key),
    keyType: `EC ${curve.name}`,
    weak: false,
  }
}

/**
 * Reads PKCS#8 (RFC 5958 §2) with an RSA (RFC 8017 Appendix A.1.2), Ed25519 (RFC 8410 §7) or EC key (RFC 5915 §3).
 * Throws DerError or RangeError.
 */
export function readPrivateKey(pkcs8: Uint8Array): PrivateKey {
  const [, algorithm, wrapped] = children(expectTag(readNode(pkcs8), Tag.sequence, 'private key'))
  const [type, parameters] = children(expectTag(algorithm, Tag.sequence, 'key algorithm'))
  const keyOid = readOid(type)
  const encoding = readOctets(wrapped)
  if (isRsa(keyOid)) {
    const [, n, e] = children(expectTag(readNode(encoding), Tag.sequence, 'RSA key'))
    return { kind: 'rsa', modulus: positive(n), exponent: positive(e), encoding, pss: keyOid === Oid.rsaPss }
  }
  if (keyOid === Oid.ed25519) return { kind: 'ed25519', seed: readOctets(readNode(encoding)) }
  if (keyOid !== Oid.ecPublicKey) return { kind: 'other', oid: keyOid }
  const [, scalar, ...rest] = children(expectTag(readNode(encoding), Tag.sequence, 'EC key'))
  const inner = (tag: number) => {
    const field = rest.find((node) => node.tag === tag)
    return field && children(field)[0]
  }
  // the curve is outside, or inside in [0]
  const curve = parameters?.tag === Tag.oid ? parameters : inner(0xa0)
  const point = inner(0xa1)
  const curveOid = curve?.tag === Tag.oid ? readOid(curve) : 'explicit'
  if (!curves[curveOid]) return { kind: 'other', oid: curveOid }
  return {
    kind: 'ec',
    oid: curveOid,
    scalar: withoutZeros(readOctets(scalar)),
    point: point ? bits(point) : null,
  }
}

/**
 * True if the two are halves of one key; null when only a trial signature can tell (Ed25519, or EC without a public
 * half).
 */
export function belongTogether(privateKey: PrivateKey, publicKey: PublicKey): boolean | null {
  if (privateKey.kind === 'rsa')
    return (
      publicKey.kind === 'rsa' &&
      sameBytes(privateKey.modulus, publicKey.modulus) &&
      sameBytes(privateKey.exponent, publicKey.exponent)
    )
  if (privateKey.kind === 'ed25519') return publicKey.kind === 'ed25519' ? null : false
  if (privateKey.kind !== 'ec' || publicKey.kind !== 'ec' || privateKey.oid !== publicKey.oid) return false
  return privateKey.point ? sameBytes(privateKey.point, publicKey.point) : null
}

/**
 * PKCS#8 in the one form that every browser imports: no attributes, RSA as rsaEncryption (RFC 4055's identifier is
 * refused), the curve outside only, the scalar at full length and the public point present. The caller wipes it.
 */
export function importablePkcs8(privateKey: PrivateKey, publicKey: PublicKey): Uint8Array | null {
  if (privateKey.kind === 'rsa')
    return wipingSequence([
      smallInteger(0),
      sequence(oid(Oid.rsaEncryption), nullElement()),
      octetString(privateKey.encoding),
    ])
  if (privateKey.kind === 'ed25519')
    return wipingSequence([smallInteger(0), sequence(oid(Oid.ed25519)), octetString(octetString(privateKey.seed))])
  if (privateKey.kind !== 'ec' || publicKey.kind !== 'ec' || privateKey.scalar.length > publicKey.size) return null
  const scalar = new Uint8Array(publicKey.size)
  scalar.set(privateKey.scalar, publicKey.size - privateKey.scalar.length)
  const point = element(0xa1, element(Tag.bitString, concatBytes([Uint8Array.of(0), publicKey.point])))
  const inner = wipingSequence([smallInteger(1), octetString(scalar), point])
  const whole = wipingSequence([
    smallInteger(0),
    sequence(oid(Oid.ecPublicKey), oid(privateKey.oid)),
    octetString(inner),
  ])
  for (const part of [scalar, inner]) part.fill(0)
  return whole
}

/** A sequence of secret parts, which are wiped after joining. */
function wipingSequence(parts: Uint8Array[]): Uint8Array {
  const body = concatBytes(parts)
  const whole = element(Tag.sequence, body)
  for (const part of [...parts, body]) part.fill(0)
  return whole
}

/** Converts an IEEE P1363 signature (r ‖ s) of WebCrypto to DER Ecdsa-Sig-Value (RFC 3279 §2.2.3). */
export function derOfRawSignature(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2
  const integer = (bytes: Uint8Array) => {
    const value = withoutZeros(bytes)
    // a leading zero keeps the number positive
    return element(Tag.integer, (value[0] ?? 0) & 0x80 ? concatBytes([Uint8Array.of(0), value]) : value)
  }
  return sequence(integer(raw.subarray(0, half)), integer(raw.subarray(half)))
}
