import type { Certificate } from '../certificate.ts'
import { sameBytes } from '../cms/der.ts'
import { type Crl, crlEntry } from '../crl/crl.ts'
import { distributionNames } from '../crl/distribution-point.ts'
import { findCrlSigner } from '../crl/issuer.ts'
import { namesCertificate } from '../ocsp/certificate-id.ts'
import { findResponder } from '../ocsp/responder.ts'
import type { OcspResponse, OcspSingle } from '../ocsp/response.ts'

/** The statement of one authentic piece of evidence about one certificate; its age is checked elsewhere. */
export type Answer = {
  evidence: OcspResponse | Crl
  responder: Certificate
  /** `good` from a list for some reasons only is `unknown`. */
  status: 'good' | 'revoked' | 'unknown'
  revokedAt: Date | null
  reason: string | null
  invalidSince: Date | null
  thisUpdate: Date
  nextUpdate: Date | null
  producedAt: Date | null
  /** Expired certificates are kept from this time on; null when the issuer drops them. */
  keepsExpiredSince: Date | null
}

/** The usable answers, and why the others do not count. */
export type Reading = { answers: Answer[]; problems: string[] }

/** removeFromCRL lifts a hold (RFC 5280 §5.3.1): it belongs in delta lists, and is treated the same elsewhere. */
const statusOf = (status: Answer['status'], reason: string | null): Answer['status'] =>
  status === 'revoked' && reason === 'removeFromCRL' ? 'good' : status

function fromSingle(single: OcspSingle, response: OcspResponse, responder: Certificate): Answer {
  const status = statusOf(single.status, single.reason)
  const revoked = status === 'revoked'
  return {
    evidence: response,
    responder,
    status,
    revokedAt: revoked ? single.revokedAt : null,
    reason: revoked ? single.reason : null,
    invalidSince: revoked ? single.invalidSince : null,
    thisUpdate: single.thisUpdate,
    nextUpdate: single.nextUpdate,
    producedAt: response.producedAt,
    keepsExpiredSince: single.archiveCutoff,
  }
}

/** The status in an OCSP response for a certificate, if its signer is authorised (RFC 6960 §3.2). */
export function ocspAnswers(
  response: OcspResponse,
  certificate: Certificate,
  issuer: Certificate,
  others: readonly Certificate[],
): Reading {
  const singles = response.responses.filter((single) => namesCertificate(single, certificate, issuer))
  if (singles.length === 0) return { answers: [], problems: ['ocsp_of_another_certificate'] }
  if (response.unusable || singles.some(({ unusable }) => unusable))
    return { answers: [], problems: ['ocsp_critical_extension'] }
  const found = findResponder(response, issuer, others)
  if ('problem' in found) return { answers: [], problems: [`ocsp_${found.problem}`] }
  return { answers: singles.map((single) => fromSingle(single, response, found.responder)), problems: [] }
}

/** Why a list does not cover a certificate (RFC 5280 §6.3.3 (b)); null when it does. */
function scopeProblem(crl: Crl, certificate: Certificate): string | null {
  const { scope } = crl
  if (scope.onlyAttributeCertificates) return 'crl_of_other_certificates'
  if ((scope.onlyUsers && certificate.isCa) || (scope.onlyAuthorities && !certificate.isCa))
    return 'crl_of_other_certificates'
  if (!scope.names) return null
  // a partial list covers the certificates that point to it; others may be in another part
  const names = distributionNames(certificate.extensions)
  return scope.names.some((name) => names.some((own) => sameBytes(own, name))) ? null : 'crl_of_other_certificates'
}

/** The status in a CRL for a certificate, if it covers it and its signer is authorised (RFC 5280 §6.3.3). */
export function crlAnswers(
  crl: Crl,
  certificate: Certificate,
  issuer: Certificate,
  others: readonly Certificate[],
): Reading {
  const found = findCrlSigner(crl, issuer, others)
  if ('problem' in found)
    return { answers: [], problems: [found.problem.startsWith('crl_') ? found.problem : `crl_${found.problem}`] }
  const problem = scopeProblem(crl, certificate)
  if (problem) return { answers: [], problems: [problem] }
  const entry = crlEntry(crl, certificate.serialNumber)
  if (entry?.unusable) return { answers: [], problems: ['crl_critical_extension'] }
  const status = statusOf(entry ? 'revoked' : crl.scope.someReasons ? 'unknown' : 'good', entry?.reason ?? null)
  const revoked = status === 'revoked' ? entry : null
  const answer: Answer = {
    evidence: crl,
    responder: found.signer,
    status,
    revokedAt: revoked?.revokedAt ?? null,
    reason: revoked?.reason ?? null,
    invalidSince: revoked?.invalidSince ?? null,
    thisUpdate: crl.thisUpdate,
    nextUpdate: crl.nextUpdate,
    producedAt: null,
    keepsExpiredSince: crl.keepsExpiredSince,
  }
  return { answers: [answer], problems: status === 'unknown' ? ['crl_of_some_reasons'] : [] }
}
