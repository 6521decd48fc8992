import { type Certificate, isWeakKey } from '../certificate.ts'
import { digestOf, isKnownDigest } from '../cms/digest.ts'
import { DerError, sameBytes, Tag } from '../cms/der.ts'
import { weakDigests } from '../cms/oids.ts'
import type { ParsedCms } from '../cms/parse.ts'
import { fitsMethod, isValueOf, type SignatureMethod, signatureMethod } from '../signature-method.ts'
import type { Finding, SignatureReport } from './report.ts'

/** An unsupported algorithm: no verdict, and no forgery. */
const unsupported = (warning: string): Finding => ({ indication: 'INDETERMINATE', subindication: 'GENERIC', warning })

/** The digest in SignerInfo must match that of the signature algorithm (RFC 5652 §5.6, RFC 6211). */
function algorithmsAgree(cms: ParsedCms, method: SignatureMethod): boolean {
  if (method.hash !== null && method.hash !== cms.digestAlgorithm) return false
  const { algorithmProtection: protection } = cms
  if (!protection) return true
  const sameSignature = protection.signature === null || protection.signature === cms.signatureAlgorithm.oid
  return protection.digest === cms.digestAlgorithm && sameSignature
}

/**
 * Compares the document's digest with the message-digest attribute. Without signed attributes the signature value
 * covers the document.
 */
export function checkDigest(cms: ParsedCms, covered: readonly Uint8Array[]): Finding | null {
  if (!isKnownDigest(cms.digestAlgorithm)) return unsupported('digest_unsupported')
  if (cms.messageDigest === null) return null
  return sameBytes(digestOf(cms.digestAlgorithm, covered), cms.messageDigest)
    ? null
    : { indication: 'TOTAL_FAILED', subindication: 'HASH_FAILURE' }
}

/** True if bytes begin like a DER SET of attributes. */
const looksLikeAttributes = (covered: readonly Uint8Array[]): boolean => covered[0]?.[0] === Tag.set

/** The signed bytes: one of the encodings of the signed attributes, or the document. */
const signedMessages = (cms: ParsedCms, covered: readonly Uint8Array[]): (readonly Uint8Array[])[] =>
  cms.signedAttributes.length > 0 ? cms.signedAttributes.map((bytes) => [bytes]) : [covered]

/**
 * Verifies the signature value by the certificate's key over the signed attributes, or over the document without them
 * (RFC 5652 §5.4).
 */
export function checkSignatureValue(
  cms: ParsedCms,
  certificate: Certificate,
  covered: readonly Uint8Array[],
): Finding | null {
  const failure: Finding = { indication: 'TOTAL_FAILED', subindication: 'SIG_CRYPTO_FAILURE' }
  if (!isKnownDigest(cms.digestAlgorithm)) return unsupported('digest_unsupported')
  const method = methodOf(cms)
  if (!method) return unsupported('signature_algorithm_unsupported')
  if (!fitsMethod(method, certificate.publicKey)) return { ...failure, warning: 'signature_algorithm_of_another_key' }
  if (!algorithmsAgree(cms, method)) return { ...failure, warning: 'algorithms_disagree' }
  // a signature over attributes is also one over a document that consists of their encoding
  if (cms.signedAttributes.length === 0 && looksLikeAttributes(covered))
    return { ...failure, warning: 'attributes_as_document' }
  try {
    const isRight = signedMessages(cms, covered).some((message) =>
      isValueOf(method, certificate.publicKey, message, cms.signature),
    )
    return isRight ? null : failure
  } catch {
    // the platform lacks the algorithm, a curve or a combination of parameters
    return unsupported('signature_algorithm_unsupported')
  }
}

function methodOf({ signatureAlgorithm, digestAlgorithm }: ParsedCms): SignatureMethod | null {
  try {
    const { oid, parameters } = signatureAlgorithm
    const method = signatureMethod(oid, parameters, digestAlgorithm)
    return method && (method.hash === null || isKnownDigest(method.hash)) ? method : null
  } catch (error) {
    if (error instanceof DerError) return null
    throw error
  }
}

/** Combined result of digest and signature value: 'not_checked' when one of them is unsupported. */
export function integrityOf(findings: readonly (Finding | null)[]): SignatureReport['integrity'] {
  if (findings.some((finding) => finding?.indication === 'TOTAL_FAILED')) return 'broken'
  return findings.some((finding) => finding !== null) ? 'not_checked' : 'intact'
}

/** Deviations from RFC 5652 and ISO 32000-2 that do not affect signed data. */
export function checkForm(cms: ParsedCms): Finding[] {
  const odd: string[] = []
  if (cms.hasTrailingData) odd.push('cms_trailing_data')
  if (!cms.digestListed) odd.push('cms_digest_not_listed')
  return odd.map((warning) => ({ indication: 'INDETERMINATE', subindication: 'FORMAT_FAILURE', warning }))
}

/** ETSI TS 119 312: MD5, SHA-1 and short keys are no longer secure; the verdict is indeterminate at best. */
export function checkAlgorithms(cms: ParsedCms, certificate: Certificate): Finding[] {
  const weak: string[] = []
  if (weakDigests.has(cms.digestAlgorithm)) weak.push(`weak_digest_${cms.digestAlgorithm}`)
  if (isWeakKey(certificate.publicKey)) weak.push('weak_key')
  return weak.map((warning) => ({ indication: 'INDETERMINATE', subindication: 'CRYPTO_CONSTRAINTS_FAILURE', warning }))
}
