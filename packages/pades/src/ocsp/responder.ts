import { type Certificate, isWeakKey } from '../certificate.ts'
import { signatureHash } from '../certificate-signature.ts'
import { sameBytes } from '../cms/der.ts'
import { Oid } from '../cms/oids.ts'
import { sameName } from '../distinguished-name.ts'
import { isSignedByCertificate } from '../revocation/cached-signature-check.ts'
import { publicKeyHash } from './certificate-id.ts'
import type { OcspResponse } from './response.ts'

/** Why a response does not speak for the issuer (RFC 6960 §4.2.2.2). */
export type ResponderProblem =
  | 'responder_unknown'
  | 'responder_not_authorized'
  | 'responder_not_valid_then'
  | 'bad_signature'
  | 'weak_algorithm'

/** id-pkix-ocsp-nocheck: this responder needs no revocation check (RFC 6960 §4.2.2.2.1). */
export const hasNoCheck = (certificate: Certificate): boolean =>
  certificate.extensions.some(({ oid }) => oid === Oid.ocspNoCheck)

/** True if ResponderID identifies this certificate: by its name, or by the SHA-1 of its key (RFC 6960 §4.2.1). */
function isNamed(response: OcspResponse, candidate: Certificate): boolean {
  const { responder } = response
  return responder.kind === 'name'
    ? sameName(responder.name, candidate.subjectDer)
    : sameBytes(responder.hash, publicKeyHash(candidate, 'sha1'))
}

/**
 * RFC 6960 §4.2.2.2: a delegate's certificate is issued directly by the authority of the certificate in question, and
 * has OCSPSigning. Without the latter, any customer of the authority could answer for it.
 */
function isDelegate(candidate: Certificate, issuer: Certificate): boolean {
  const signs =
    !candidate.keyUsage || ['digitalSignature', 'nonRepudiation'].some((use) => candidate.keyUsage?.includes(use))
  return (
    signs &&
    candidate.extendedKeyUsage?.includes(Oid.ocspSigning) === true &&
    sameName(candidate.issuerDer, issuer.subjectDer) &&
    isSignedByCertificate(candidate, issuer)
  )
}

/** A name has one certificate, or two during renewal; dozens only keep a verifier busy. */
const MAX_CANDIDATES = 8

const weakHashes = new Set(['md5', 'sha1'])

const isWeak = (structure: Parameters<typeof signatureHash>[0]): boolean => {
  const hash = signatureHash(structure)
  return hash === null || weakHashes.has(hash)
}

/** Why a certificate may not sign the response; null when it may. */
function signerProblem(response: OcspResponse, candidate: Certificate, issuer: Certificate): ResponderProblem | null {
  const isIssuer = candidate.publicKey.equals(issuer.publicKey)
  if (!isIssuer && !isDelegate(candidate, issuer)) return 'responder_not_authorized'
  if (!isSignedByCertificate(response, candidate)) return 'bad_signature'
  if (isWeak(response) || isWeakKey(candidate.publicKey) || (!isIssuer && isWeak(candidate))) return 'weak_algorithm'
  const { producedAt } = response
  const validThen = producedAt >= candidate.notBefore && producedAt <= candidate.notAfter
  return isIssuer || validThen ? null : 'responder_not_valid_then'
}

/**
 * Finds the signer of a response and checks its authorisation (RFC 6960 §4.2.2.2): the issuer itself, or a delegate
 * whose certificate is in the response or given by the caller.
 */
export function findResponder(
  response: OcspResponse,
  issuer: Certificate,
  others: readonly Certificate[],
): { responder: Certificate } | { problem: ResponderProblem } {
  let problem: ResponderProblem = 'responder_unknown'
  const named = [issuer, ...response.certificates, ...others].filter((candidate) => isNamed(response, candidate))
  for (const candidate of named.slice(0, MAX_CANDIDATES)) {
    const found = signerProblem(response, candidate, issuer)
    if (!found) return { responder: candidate }
    // the reason for the right signer is more useful than that for a look-alike
    if (problem === 'responder_unknown' || problem === 'responder_not_authorized') problem = found
  }
  return { problem }
}
