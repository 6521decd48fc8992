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
  /** Certificates of responders and of CRL signers that the evidence does not carry itself. */
  certificates: readonly Certificate[]
}

/** What the evidence says of one certificate, and the evidence that decided. */
export type RevocationStatus = {
  /** At the moment asked for. */
  status: 'good' | 'revoked' | 'unknown'
  source: 'ocsp' | 'crl' | null
  /**
   * When the certificate lost its value: the revocation, or the earlier invalidity date. With status 'good' it says
   * that this came after the moment asked for.
   */
  revokedAt: Date | null
  /** CRLReason by name; 'certificateHold' is a suspension, which may still be lifted. */
  reason: string | null
  thisUpdate: Date | null
  nextUpdate: Date | null
  producedAt: Date | null
  responder: Certificate | null
  evidence: OcspResponse | Crl | null
  /** Why evidence was of no use, as stable codes: 'ocsp_bad_signature', 'crl_stale'… */
  problems: string[]
}

/** Clocks of authorities run a little ahead of ours. */
const CLOCK_SKEW = 5 * 60_000

/**
 * How long evidence without nextUpdate is fresh. RFC 6960 §2.4 says of it that newer information is available all the
 * time, so its worth fades at once; a day is what lets a signature be completed with an answer of that morning, and no
 * more. A CRL must have nextUpdate (RFC 5280 §5.1.2.5); one without it is treated the same.
 */
const FRESH_WITHOUT_NEXT_UPDATE = 24 * 3_600_000

/** When the status is asked for, and how old evidence may be. */
export type RevocationTimes = {
  /** Now, or the time at which the signature is proven to have existed. */
  at: Date
  now: Date
  /**
   * Evidence that a certificate is good counts only when it was issued at or after this time. Without it, evidence
   * counts while it is current at `at`.
   */
  issuedSince?: Date
  /** Of these, which the verifier itself has just fetched, the current ones count, whatever `issuedSince` says. */
  current?: (evidence: OcspResponse | Crl) => boolean
}

const sourceOf = (answer: Answer): 'ocsp' | 'crl' => answer.evidence.kind

/** The moment from which the certificate is worth nothing: an invalidity date may precede the revocation (§5.3.2). */
const lostAt = (answer: Answer): Date | null => {
  const { revokedAt, invalidSince } = answer
  return revokedAt && invalidSince && invalidSince < revokedAt ? invalidSince : revokedAt
}

/** A suspension may be lifted, everything else is for ever (RFC 5280 §5.3.1). */
const isForEver = (answer: Answer): boolean => answer.status === 'revoked' && answer.reason !== 'certificateHold'

const isFuture = (answer: Answer, now: Date): boolean =>
  Math.max(answer.thisUpdate.getTime(), answer.producedAt?.getTime() ?? 0) > now.getTime() + CLOCK_SKEW

/**
 * True if evidence of `thisUpdate` was issued at or after a time. OCSP and CRL times have whole seconds (RFC 5280
 * §4.1.2.5.2), those of timestamps may have fractions.
 */
export const isIssuedSince = (thisUpdate: Date, since: Date): boolean =>
  Math.floor(thisUpdate.getTime() / 1000) >= Math.floor(since.getTime() / 1000)

/** Issued at or after the moment, or issued before it and still current then. */
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
 * An authority may forget a certificate once it has expired (RFC 5280 §3.3), so that silence after that day proves
 * nothing, unless it promises to keep them (archive cut-off, expiredCertsOnCRL).
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

/** Evidence that cannot be read in the middle of its use is as good as absent. */
function guarded(read: () => Reading): Reading {
  try {
    return read()
  } catch (error) {
    return { answers: [], problems: [error instanceof PadesError ? error.code : 'evidence_damaged'] }
  }
}

/** Whoever has the key may date their answers as they like. */
const compromises = new Set(['keyCompromise', 'cACompromise', 'aACompromise'])

/** A delegate without nocheck is judged by the lists of its issuer, when there are any (RFC 6960 §4.2.2.2.1). */
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
 * The status of a certificate at a moment, from evidence that the caller brings. Pure: no network and no clock.
 *
 * Evidence counts when its signer may give it (the issuer, a delegate with OCSPSigning that the issuer certified, a key
 * of the same name that the issuer certified), it is about this certificate, it is not from the future, and it is fresh:
 * issued not before `at` or still current then; with `issuedSince`, issued at or after that. Of several, the one issued
 * last decides; but a revocation is for ever, so that one which took effect by `at` decides even when its evidence is
 * old. Only a suspension gives way to a later 'good'.
 *
 * A revocation after `at` leaves the certificate good at `at`, key compromise included (ETSI EN 319 102-1 §5.5.4: a
 * proof that the signature existed before the revocation is enough), with one exception: the invalidity date, when the
 * authority gives it, counts instead of the revocation date. `at` must therefore be a time that something else proves.
 * The genTime of a timestamp is no proof about its own authority's compromised key.
 *
 * @param issuer The authority's certificate of a path that is checked elsewhere.
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
