import { type Certificate, isWeakKey } from '../certificate.ts'
import { signatureHash } from '../certificate-signature.ts'
import { sameName } from '../distinguished-name.ts'
import { isSignedByCertificate } from '../revocation/cached-signature-check.ts'
import type { Crl } from './crl.ts'

/** Why a list does not speak for an issuer. */
export type CrlIssuerProblem = 'crl_of_another_issuer' | 'crl_signer_not_allowed' | 'bad_signature' | 'weak_algorithm'

/**
 * Keys that may sign the lists of an issuer (RFC 5280 §6.3.3 (f)): its own, and that of a certificate of the same name
 * that the issuer signed, as when its key is renewed or it keeps another one for lists.
 */
function mayCarryTheName(candidate: Certificate, issuer: Certificate): boolean {
  if (candidate.fingerprint === issuer.fingerprint) return true
  return sameName(candidate.subjectDer, issuer.subjectDer) && isSignedByCertificate(candidate, issuer)
}

/** The signer of a list on behalf of `issuer`, or why there is no authorised one. */
export function findCrlSigner(
  crl: Crl,
  issuer: Certificate,
  others: readonly Certificate[],
): { signer: Certificate } | { problem: CrlIssuerProblem } {
  if (!sameName(crl.issuer, issuer.subjectDer)) return { problem: 'crl_of_another_issuer' }
  const hash = signatureHash(crl)
  if (hash === null || hash === 'md5' || hash === 'sha1') return { problem: 'weak_algorithm' }
  let problem: CrlIssuerProblem = 'bad_signature'
  for (const candidate of [issuer, ...others]) {
    if (!mayCarryTheName(candidate, issuer) || !isSignedByCertificate(crl, candidate)) continue
    const allowed = !candidate.keyUsage || candidate.keyUsage.includes('cRLSign')
    if (allowed && !isWeakKey(candidate.publicKey)) return { signer: candidate }
    problem = allowed ? 'weak_algorithm' : 'crl_signer_not_allowed'
  }
  return { problem }
}
