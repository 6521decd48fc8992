import { createHash } from 'node:crypto'
import { sameBytes, Tag } from './der.ts'
import { digestNames } from './oids.ts'
import { children, type DerNode, encodingOf, expectTag, readOid } from './read-der.ts'

/** Digests of signatures, in addition to those of key files. */
const names: Record<string, string> = {
  ...digestNames,
  '1.3.36.3.2.1': 'ripemd160',
  '2.16.840.1.101.3.4.2.5': 'sha512-224',
  '2.16.840.1.101.3.4.2.6': 'sha512-256',
  '2.16.840.1.101.3.4.2.7': 'sha3-224',
  '2.16.840.1.101.3.4.2.11': 'shake128',
  '2.16.840.1.101.3.4.2.12': 'shake256',
}
const known = new Set(Object.values(names))

/** Octets of the extendable functions in CMS (RFC 8702 §3.1). */
const shakeLengths: Record<string, number> = { shake128: 32, shake256: 64 }

/** id-shake256-len with 512 bits, the digest that goes with Ed448 (RFC 8419 §3.1). */
const shake256WithLength = '2.16.840.1.101.3.4.2.18'
const length512 = Uint8Array.of(Tag.integer, 2, 2, 0)

/**
 * The name of a digest AlgorithmIdentifier for `digestOf`; the dotted identifier when the digest or its parameters are
 * unknown.
 */
export function digestNameOf(node: DerNode | undefined): string {
  const [type, parameters] = children(expectTag(node, Tag.sequence, 'digest algorithm'))
  const oid = readOid(type)
  if (oid === shake256WithLength && parameters && sameBytes(encodingOf(parameters), length512)) return 'shake256'
  return isPlain(parameters) ? (names[oid] ?? oid) : oid
}

/** Empty parameters: absent or NULL. */
export const isPlain = (parameters: DerNode | undefined): boolean =>
  !parameters || (parameters.tag === Tag.null && parameters.contentStart === parameters.contentEnd)

/** True if `digestOf` supports this name. */
export const isKnownDigest = (hash: string): boolean => known.has(hash)

/** Digest of the concatenated parts; `hash` must be known. */
export function digestOf(hash: string, parts: readonly Uint8Array[]): Uint8Array {
  const digest = createHash(hash, { outputLength: shakeLengths[hash] })
  for (const part of parts) digest.update(part)
  return digest.digest()
}
