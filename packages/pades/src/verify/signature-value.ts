import { constants, createHash, verify as verifyWith } from 'node:crypto'
import { isWeakKey, type Certificate } from '../certificate.ts'
import { sameBytes, Tag } from '../cms/der.ts'
import { digestNames, signatureSchemes } from '../cms/oids.ts'
import type { ParsedCms } from '../cms/parse.ts'
import { children, contentOf, type DerNode, expectTag, readNode, readOid } from '../cms/read-der.ts'
import type { Finding } from './report.ts'

type Algorithm = { hash: string | null; padding?: number; saltLength?: number }

/** RSASSA-PSS-params (RFC 4055 §3.1); only MGF1 with the same digest, which is all that is seen. */
function pssParameters(encoded: Uint8Array | null): { hash: string; saltLength: number } | null {
  let hash = 'sha1'
  let maskHash = 'sha1'
  let saltLength = 20
  for (const field of encoded ? children(readNode(encoded)) : []) {
    const [value] = children(field)
    if (field.tag === 0xa0) hash = nameOfDigest(value)
    if (field.tag === 0xa1) maskHash = nameOfDigest(children(expectTag(value, Tag.sequence, 'mask'))[1])
    if (field.tag === 0xa2)
      saltLength = Number.parseInt(Buffer.from(contentOf(expectTag(value, Tag.integer, 'salt'))).toString('hex'), 16)
  }
  return hash !== '' && hash === maskHash && saltLength <= 128 ? { hash, saltLength } : null
}

const nameOfDigest = (node: DerNode | undefined): string =>
  digestNames[readOid(children(expectTag(node, Tag.sequence, 'digest algorithm'))[0])] ?? ''

/** What `node:crypto` must do for the named algorithm with this key; null when they do not fit each other. */
function algorithmFor(cms: ParsedCms, certificate: Certificate): Algorithm | null {
  const scheme = signatureSchemes[cms.signatureAlgorithm.oid]
  const key = certificate.publicKey.asymmetricKeyType
  if (!scheme) return null
  if (scheme.key === 'rsa-pss') {
    const parameters = key === 'rsa' || key === 'rsa-pss' ? pssParameters(cms.signatureAlgorithm.parameters) : null
    return (
      parameters && {
        hash: parameters.hash,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: parameters.saltLength,
      }
    )
  }
  if (scheme.key !== key) return null
  if (scheme.key === 'ed25519') return { hash: null }
  return { hash: scheme.hash ?? cms.digestAlgorithm }
}

/** Digest named in the SignerInfo and digest inside the signature algorithm must be one (RFC 5652 §5.6, RFC 6211). */
function algorithmsAgree(cms: ParsedCms, algorithm: Algorithm): boolean {
  if (algorithm.hash !== null && algorithm.hash !== cms.digestAlgorithm) return false
  const { algorithmProtection: protection } = cms
  if (!protection) return true
  const sameSignature = protection.signature === null || protection.signature === cms.signatureAlgorithm.oid
  return digestNames[protection.digest] === cms.digestAlgorithm && sameSignature
}

/** The document's digest is the message-digest attribute. */
export function checkDigest(cms: ParsedCms, covered: readonly Uint8Array[]): Finding | null {
  const hash = createHash(cms.digestAlgorithm)
  for (const part of covered) hash.update(part)
  return sameBytes(hash.digest(), cms.messageDigest)
    ? null
    : { indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE' }
}

/** The signature value is the certificate's key over the signed attributes. */
export function checkSignatureValue(cms: ParsedCms, certificate: Certificate): Finding | null {
  const failure: Finding = { indication: 'TOTAL_FAILED', subindication: 'SIG_CRYPTO_FAILURE' }
  try {
    const algorithm = algorithmFor(cms, certificate)
    if (!algorithm) return { ...failure, warning: 'signature_algorithm_unsupported' }
    if (!algorithmsAgree(cms, algorithm)) return { ...failure, warning: 'algorithms_disagree' }
    const { hash, padding, saltLength } = algorithm
    const key = { key: certificate.publicKey, padding, saltLength }
    return cms.signedAttributes.some((bytes) => verifyWith(hash, bytes, key, cms.signature)) ? null : failure
  } catch {
    return failure
  }
}

/** ETSI TS 119 312: MD5, SHA-1 and short keys do not hold any more; the verdict cannot be better than indeterminate. */
export function checkAlgorithms(cms: ParsedCms, certificate: Certificate): Finding[] {
  const weak: string[] = []
  if (cms.digestAlgorithm === 'md5' || cms.digestAlgorithm === 'sha1') weak.push(`weak_digest_${cms.digestAlgorithm}`)
  if (isWeakKey(certificate.publicKey)) weak.push('weak_key')
  return weak.map((warning) => ({ indication: 'INDETERMINATE', subindication: 'CRYPTO_CONSTRAINTS_FAILURE', warning }))
}
