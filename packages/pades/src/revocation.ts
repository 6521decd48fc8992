import type { Certificate } from './certificate.ts'
import type { Crl } from './crl/crl.ts'
import { PadesError } from './errors.ts'
import { hasNoCheck } from './ocsp/responder.ts'
import type { OcspResponse } from './ocsp/response.ts'
import { type Answer, crlAnswers, ocspAnswers, type Reading } from './revocation/answer.ts'

/** Answers and lists of authorities, parsed but not yet checked. */
export type RevocationMaterial = {
  ocsps: readonly OcspResponse[]
  crls: readonly Crl[]
  /** Certificates of responders and CRL signers that are not in the evidence. */
  certificates: readonly Certificate[]
}

/** The status of one certificate, and the evidence that decided it. */
export type RevocationStatus = {
  /** At the requested time. */
  status: 'good' | 'revoked' | 'unknown'
  source: 'ocsp' | 'crl' | null
  /** Time of the revocation, or the earlier invalidity date. With status 'good' it is after the requested time. */
  revokedAt: Date | null
  /** CRLReason by name; 'certificateHold' is a suspension, which may still be lifted. */
  reason: string | null
  thisUpdate: Date | null
  nextUpdate: Date | null
  producedAt: Date | null
  responder: Certificate | null
  evidence: OcspResponse | Crl | null
  /** Why evidence was not used, as stable codes: 'ocsp_bad_signature', 'crl_stale'… */
  problems: string[]
}

/** Clocks of authorities may be slightly ahead of ours. */
const CLOCK_SKEW = 5 * 60_000

/**
 * Freshness of evidence without nextUpdate. RFC 6960 §2.4 then says that newer information is always available, so its
 * value fades immediately; a day allows completing a signature with an answer of that morning. A CRL must have
 * nextUpdate (RFC 5280 §5.1.2.5); one without it is treated the same.
 */
const FRESH_WITHOUT_NEXT_UPDATE = 24 * 3_600_000

/** The time in question, and the allowed age of evidence. */
export type RevocationTimes = {
  /** Now, or the proven time of the signature. */
  at: Date
  now: Date
  /**
   * Evidence of a good status counts only when issued at or after this time. Without it, evidence counts while it is
   * current at `at`.
   */
  issuedSince?: Date
  /** Evidence that the verifier has just fetched: it counts while current, regardless of `issuedSince`. */
  current?: (evidence: OcspResponse | Crl) => boolean
}

const sourceOf = (answer: Answer): 'ocsp' | 'crl' => answer.evidence.kind

/** The time from which the certificate is invalid: an invalidity date may precede the revocation (§5.3.2). */
const lostAt = (answer: Answer): Date | null => {
  const { revokedAt, invalidSince } = answer
  return revokedAt && invalidSince && invalidSince < revokedAt ? invalidSince : revokedAt
}

/** A suspension may be lifted, other revocations are permanent (RFC 5280 §5.3.1). */
const isForEver = (answer: Answer): boolean => answer.status === 'revoked' && answer.reason !== 'certificateHold'

const isFuture = (answer: Answer, now: Date): boolean =>
  Math.max(answer.thisUpdate.getTime(), answer.producedAt?.getTime() ?? 0) > now.getTime() + CLOCK_SKEW

/**
 * True if evidence with `thisUpdate` was issued at or after a time. OCSP and CRL times have whole seconds (RFC 5280
 * §4.1.2.5.2), those of timestamps may have fractions.
 */
export const isIssuedSince = (thisUpdate: Date, since: Date): boolean =>
  Math.floor(thisUpdate.getTime() / 1000) >= Math.floor(since.getTime() / 1000)

/** Issued at or after the time, or before it and still current then. */
function isCurrent(answer: Answer, at: Date): boolean {
  const issued = answer.thisUpdate.getTime()
  if (issued >= at.getTime()) return true
  const until = answer.nextUpdate?.getTime() ?? issued + FRESH_WITHOUT_NEXT_UPDATE
  return at.getTime() <= until
}

/**
 * The freshness check of ETSI TS 119 102-1 §5.2.5.4. A revocation needs no freshness: it can only make a verdict worse.
 */
function isFresh(answer: Answer, { at, issuedSince, current }: RevocationTimes): boolean {
  const isStrict = issuedSince !== undefined && answer.status === 'good' && current?.(answer.evidence) !== true
  return isStrict ? isIssuedSince(answer.thisUpdate, issuedSince) : isCurrent(answer, at)
}

/**
 * An authority may drop a certificate after its expiry (RFC 5280 §3.3), so later silence proves nothing, unless it
 * promises to keep them (archive cut-off, expiredCertsOnCRL).
 */
function isForgetful(answer: Answer, certificate: Certificate): boolean {
  const { keepsExpiredSince, status, thisUpdate } = answer
  if (status !== 'good' || thisUpdate <= certificate.notAfter) return false
  return !keepsExpiredSince || keepsExpiredSince > certificate.notAfter
}

function usabilityProblem(answer: Answer, certificate: Certificate, when: RevocationTimes): string | null {
  if (answer.status === 'unknown') return sourceOf(answer) === 'ocsp' ? 'ocsp_unknown' : null
  if (isFuture(answer, when.now)) return `${sourceOf(answer)}_from_the_future`
  if (isForgetful(answer, certificate)) return `${sourceOf(answer)}_issued_after_expiry`
  return isFresh(answer, when) ? null : `${sourceOf(answer)}_stale`
}

function verdict(answer: Answer, at: Date, problems: string[]): RevocationStatus {
  const lost = lostAt(answer)
  return {
    status: lost && lost <= at ? 'revoked' : 'good',
    source: sourceOf(answer),
    revokedAt: lost,
    reason: answer.reason,
    thisUpdate: answer.thisUpdate,
    nextUpdate: answer.nextUpdate,
    producedAt: answer.producedAt,
    responder: answer.responder,
    evidence: answer.evidence,
    problems,
  }
}

/** Evidence that turns out to be unreadable counts as absent. */
function guarded(read: () => Reading): Reading {
  try {
    return read()
  } catch (error) {
    return { answers: [], problems: [error instanceof PadesError ? error.code : 'evidence_damaged'] }
  }
}

/** The holder of the key may date answers freely. */
const compromises = new Set(['keyCompromise', 'cACompromise', 'aACompromise'])

/** A delegate without nocheck is checked against its issuer's lists, if any (RFC 6960 §4.2.2.2.1). */
function isRevokedDelegate(answer: Answer, issuer: Certificate, material: RevocationMaterial): boolean {
  const { responder, producedAt } = answer
  if (responder.publicKey.equals(issuer.publicKey) || hasNoCheck(responder) || !producedAt) return false
  return material.crls.some((crl) =>
    guarded(() => crlAnswers(crl, responder, issuer, material.certificates)).answers.some((list) => {
      const lost = lostAt(list)
      return lost !== null && (lost <= producedAt || compromises.has(list.reason ?? ''))
    }),
  )
}

function collect(certificate: Certificate, issuer: Certificate, material: RevocationMaterial): Reading {
  const { certificates, crls, ocsps } = material
  const problems: string[] = []
  const answers: Answer[] = []
  for (const response of ocsps) {
    const reading = guarded(() => ocspAnswers(response, certificate, issuer, certificates))
    problems.push(...reading.problems)
    for (const answer of reading.answers) {
      if (isRevokedDelegate(answer, issuer, material)) problems.push('ocsp_responder_revoked')
      else answers.push(answer)
    }
  }
  for (const crl of crls) {
    const reading = guarded(() => crlAnswers(crl, certificate, issuer, certificates))
    problems.push(...reading.problems)
    answers.push(...reading.answers)
  }
  return { answers, problems }
}

/**
 * The status of a certificate at a given time, from the caller's evidence. Pure: no network and no clock.
 *
 * Evidence counts when its signer is authorised (the issuer, a delegate with OCSPSigning certified by the issuer, a key
 * of the same name certified by the issuer), it concerns this certificate, it is not from the future, and it is fresh:
 * issued at or after `at` or still current then; with `issuedSince`, issued at or after that. Of several, the latest
 * decides; but a revocation is permanent, so one in effect at `at` decides even when its evidence is old. Only a
 * suspension is overridden by a later 'good'.
 *
 * A revocation after `at` leaves the certificate good at `at`, key compromise included (ETSI EN 319 102-1 §5.5.4: a
 * proof that the signature existed before the revocation is enough), with one exception: the invalidity date, if given,
 * replaces the revocation date. `at` must therefore be proven independently. The genTime of a timestamp proves nothing
 * about its own authority's compromised key.
 *
 * @param issuer The authority's certificate in a path that is checked elsewhere.
 * @param when See `RevocationTimes`.
 */
export function checkRevocation(
  certificate: Certificate,
  issuer: Certificate,
  material: RevocationMaterial,
  when: RevocationTimes,
): RevocationStatus {
  const { answers, problems } = collect(certificate, issuer, material)
  const usable: Answer[] = []
  const final: Answer[] = []
  for (const answer of answers) {
    const problem = usabilityProblem(answer, certificate, when)
    const lost = lostAt(answer)
    if (isForEver(answer) && !isFuture(answer, when.now) && lost && lost <= when.at) final.push(answer)
    else if (problem) problems.push(problem)
    else if (answer.status !== 'unknown') usable.push(answer)
  }
  const newest = (final.length > 0 ? final : usable).toSorted((a, b) => Number(b.thisUpdate) - Number(a.thisUpdate))[0]
  if (newest) return verdict(newest, when.at, [...new Set(problems)])
  return {
    status: 'unknown',
    source: null,
    revokedAt: null,
    reason: null,
    thisUpdate: null,
    nextUpdate: null,
    producedAt: null,
    responder: null,
    evidence: null,
    problems: answers.length + problems.length === 0 ? ['no_evidence'] : [...new Set(problems)],
  }
}
