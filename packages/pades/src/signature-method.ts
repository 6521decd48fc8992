import {
  constants,
  createPublicKey,
  createVerify,
  type KeyObject,
  publicDecrypt,
  verify,
  type VerifyKeyObjectInput,
} from 'node:crypto'
import { algorithmIdentifier, element, octetString, oid, sameBytes, sequence, Tag } from './cms/der.ts'
import { digestNameOf, digestOf } from './cms/digest.ts'
import { digestOids, Oid, signatureSchemes, type SigningHash } from './cms/oids.ts'
import { children, type DerNode, encodingOf, expectTag, readNode, readOid } from './cms/read-der.ts'
import { smallValue } from './cms/values.ts'

/** Parameters for verification by `node:crypto`; `hash` is null where the algorithm takes the message itself. */
export type SignatureMethod = {
  hash: string | null
  /** The required key type: 'rsa-pss' also accepts an RSA key. */
  key: string
  padding?: number
  saltLength?: number
  dsaEncoding?: 'ieee-p1363'
  /** DER RSASSA-PSS-params whose mask generation uses another digest than the signature. */
  restrictedTo?: Uint8Array
}

type PssParameters = { hash: string; maskHash: string; saltLength: number }

/**
 * RSASSA-PSS-params: [0] hash, [1] mask generation, [2] salt length, [3] trailer; SHA-1, MGF1 with SHA-1, 20 and 1 when
 * absent (RFC 4055 §3.1). Null for another mask generation or trailer.
 */
function pssParameters(encoded: Uint8Array | null): PssParameters | null {
  const fields = encoded ? children(expectTag(readNode(encoded), Tag.sequence, 'RSASSA-PSS-params')) : []
  const inner = (tag: number): DerNode | undefined => {
    const field = fields.find((candidate) => candidate.tag === tag)
    return field && children(field)[0]
  }
  const [hash, mask, salt, trailer] = [0xa0, 0xa1, 0xa2, 0xa3].map(inner)
  const [generator, maskHash] = mask ? children(mask) : []
  if (mask && readOid(generator) !== Oid.mgf1) return null
  if (trailer && smallValue(trailer, 'trailer') !== 1) return null
  return {
    hash: hash ? digestNameOf(hash) : 'sha1',
    maskHash: maskHash ? digestNameOf(maskHash) : 'sha1',
    saltLength: salt ? smallValue(salt, 'salt length') : 20,
  }
}

/** A longer salt than the largest key cannot have been used. */
const MAX_SALT = 4096

function pssMethod(encoded: Uint8Array | null): SignatureMethod | null {
  const parameters = pssParameters(encoded)
  if (!parameters || parameters.saltLength > MAX_SALT) return null
  const { hash, maskHash, saltLength } = parameters
  const method = { hash, key: 'rsa-pss', padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  return hash === maskHash || !encoded ? method : { ...method, restrictedTo: encoded }
}

/**
 * How to verify a signature algorithm; null when it or its parameters are unknown. Throws DerError for malformed
 * parameters.
 *
 * @param parameters DER of the parameters; null when absent.
 * @param digest The digest named elsewhere in the structure, for algorithms that name none.
 */
export function signatureMethod(
  algorithm: string,
  parameters: Uint8Array | null,
  digest: string | null,
): SignatureMethod | null {
  const scheme = signatureSchemes[algorithm]
  if (!scheme) return null
  if (scheme.key === 'rsa-pss') return pssMethod(parameters)
  // some writers repeat the curve or domain of the key here
  const namesKey = algorithm === Oid.ecPublicKey || algorithm === Oid.dsa
  if (parameters && parameters[0] !== Tag.null && !namesKey) return null
  if (scheme.key === 'ed25519' || scheme.key === 'ed448') return { hash: null, key: scheme.key }
  const hash = scheme.hash ?? digest
  return hash === null ? null : { hash, key: scheme.key, dsaEncoding: scheme.encoding }
}

/** True if a key is of the kind that an algorithm requires. */
export const fitsMethod = (method: SignatureMethod, key: KeyObject): boolean =>
  method.key === key.asymmetricKeyType || (method.key === 'rsa-pss' && key.asymmetricKeyType === 'rsa')

/** The key with its own PSS parameters: the only way to give `node:crypto` the digest of the mask generation. */
function restrictedKey(key: KeyObject, parameters: Uint8Array): KeyObject {
  const bits = children(readNode(key.export({ type: 'spki', format: 'der' })))[1]
  const modulus = encodingOf(expectTag(bits, Tag.bitString, 'public key'))
  // a restricted key's salt is its minimum: 0 here, since each signature gives the exact one
  const fields = children(readNode(parameters)).filter(({ tag }) => tag < 0xa2)
  const anySalt = element(0xa2, Uint8Array.of(Tag.integer, 1, 0))
  const own = sequence(...fields.map(encodingOf), anySalt)
  const spki = sequence(sequence(oid(Oid.rsaPss), own), modulus)
  return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
}

/**
 * RSASSA-PKCS1-v1_5 whose DigestInfo omits the NULL parameters of SHA-2, as some authorities write it. RFC 8017
 * appendix B.1 requires verifiers to accept both forms; OpenSSL accepts only the one with NULL. The whole DigestInfo is
 * compared.
 */
function isSignedWithoutNull(
  hash: string,
  key: KeyObject,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  const digestOid = digestOids[hash as SigningHash] as string | undefined
  if (digestOid === undefined) return false
  const expected = sequence(algorithmIdentifier(digestOid), octetString(digestOf(hash, parts)))
  try {
    return sameBytes(publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature), expected)
  } catch {
    return false
  }
}

function verifyParts(hash: string | null, key: VerifyKeyObjectInput, parts: readonly Uint8Array[], value: Uint8Array) {
  const [only, ...more] = parts
  if (only && more.length === 0) return verify(hash, only, key, value)
  if (hash === null) return verify(null, Buffer.concat(parts), key, value)
  const verifier = createVerify(hash)
  for (const part of parts) verifier.update(part)
  return verifier.verify(key, value)
}

/**
 * True if a key made a signature over the concatenated parts. Throws any kind of error when the platform lacks the
 * algorithm.
 */
export function isValueOf(
  method: SignatureMethod,
  key: KeyObject,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  const { hash, padding, saltLength, dsaEncoding, restrictedTo } = method
  const whole = restrictedTo ? restrictedKey(key, restrictedTo) : key
  if (verifyParts(hash, { key: whole, padding, saltLength, dsaEncoding }, parts, signature)) return true
  return method.key === 'rsa' && hash !== null && isSignedWithoutNull(hash, key, parts, signature)
}
