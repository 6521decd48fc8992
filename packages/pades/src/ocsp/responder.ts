import { type Certificate, isWeakKey } from '../certificate.ts'
import { signatureHash } from '../certificate-signature.ts'
import { sameBytes } from '../cms/der.ts'
import { Oid } from '../cms/oids.ts'
import { sameName } from '../distinguished-name.ts'
import { isSignedByCertificate } from '../revocation/cached-signature-check.ts'
import { publicKeyHash } from './certificate-id.ts'
import type { OcspResponse } from './response.ts'

/** Why an answer does not speak for the issuer (RFC 6960 §4.2.2.2). */
export type ResponderProblem =
  | 'responder_unknown'
  | 'responder_not_authorized'
  | 'responder_not_valid_then'
  | 'bad_signature'
  | 'weak_algorithm'

/** id-pkix-ocsp-nocheck: nobody need ask for the revocation of this responder (RFC 6960 §4.2.2.2.1). */
export const hasNoCheck = (certificate: Certificate): boolean =>
  certificate.extensions.some(({ oid }) => oid === Oid.ocspNoCheck)

/** Whether ResponderID means this certificate: by its name, or by the SHA-1 of its key (RFC 6960 §4.2.1). */
function isNamed(response: OcspResponse, candidate: Certificate): boolean {
  const { responder } = response
  return responder.kind === 'name'
    ? sameName(responder.name, candidate.subjectDer)
    : sameBytes(responder.hash, publicKeyHash(candidate, 'sha1'))
}

/**
 * RFC 6960 §4.2.2.2: a delegate's certificate is issued directly by the authority that issued the certificate in
 * question, and bears OCSPSigning. Without the second, any customer of the authority could answer for it.
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

/** One name has one certificate, or two when it is renewed; dozens only serve to keep a verifier busy. */
const MAX_CANDIDATES = 8

const weakHashes = new Set(['md5', 'sha1'])

const isWeak = (structure: Parameters<typeof signatureHash>[0]): boolean => {
  const hash = signatureHash(structure)
  return hash === null || weakHashes.has(hash)
}

/** What is wrong with one certificate as the signer of a response; null when nothing is. */
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
 * Finds who signed a response and whether the issuer lets them (RFC 6960 §4.2.2.2): the issuer itself, or a delegate
 * whose certificate the response or the caller brings.
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
    // the first reason that is about the right person is worth more than that of a look-alike
    if (problem === 'responder_unknown' || problem === 'responder_not_authorized') problem = found
  }
  return { problem }
}
