import { type FetchedRevocation, fetchRevocation, type RevocationServices, webUrls } from './fetch-revocation.ts'
import type { Certificate } from './certificate.ts'
import { isSignedBy } from './certificate-signature.ts'
import { buildChain } from './chain.ts'
import type { ChainProblem, ChainResult } from './chain.ts'
import type { Crl } from './crl/crl.ts'
import { PadesError } from './errors.ts'
import { sameName } from './distinguished-name.ts'
import { hostOf } from './net/fetcher.ts'
import { fetchIssuers } from './net/revocation-client.ts'
import { hasNoCheck } from './ocsp/responder.ts'
import type { OcspResponse } from './ocsp/response.ts'
import type { RevocationMaterial, RevocationStatus } from './revocation.ts'
import { needsNoRevocation } from './revocation/exemption.ts'
import { shownName } from './distinguished-name.ts'

/** Network, trust and clock for collecting evidence; a cache saves requests. */
export type ValidationServices = RevocationServices & {
  anchors: readonly Certificate[]
  /** More issuers, for chains that a signature does not contain. None is trusted. */
  intermediates?: readonly Certificate[]
  now: () => Date
  /** Milliseconds by which evidence may be older than `ValidationSubject.issuedSince`; default 0. */
  allowanceMs?: number
}

/** A certificate to prove, at a given time. */
export type ValidationSubject = {
  certificate: Certificate
  /** Data included in its signature or token. */
  certificates: readonly Certificate[]
  at: Date
  /**
   * Proven time of the signature: evidence about its signer must be issued at or after it, because older evidence may
   * miss a revocation. Null for authorities: theirs must be current at `at`.
   */
  issuedSince?: Date | null
}

/** Longer paths do not occur. */
const maxPath = 10

type Work = {
  services: ValidationServices
  now: Date
  /** Evidence about this certificate must be issued at or after that time. */
  signer: { fingerprint: string; since: Date } | null
  /** Available data: known or fetched certificates, answers and lists. */
  pool: Certificate[]
  ocsps: OcspResponse[]
  crls: Crl[]
  /** The used part of it. */
  used: { certificates: Map<string, Certificate>; ocsps: Set<OcspResponse>; crls: Set<Crl> }
  done: Set<string>
  report: (problem: PadesError) => void
}

const subjectOf = (certificate: Certificate): string => shownName(certificate.subject)

const isSelfSigned = (certificate: Certificate): boolean =>
  sameName(certificate.subjectDer, certificate.issuerDer) && isSignedBy(certificate, certificate.publicKey)

/**
 * Collects everything to prove a certificate offline (ETSI EN 319 142-1 §5.4): its path to the root, and for each of
 * its certificates except the root an OCSP answer or a list, with the path of its signer. Evidence in `known` is not
 * fetched again; OCSP comes before lists; missing issuers are fetched from the certificates' own addresses.
 *
 * Failures: 'chain_incomplete' { subject, reason, host }, 'certificate_expired' and 'certificate_not_yet_valid' {
 * subject }, 'revocation_unavailable' { subject, reason, host }, 'certificate_revoked' { subject, revokedAt, reason }.
 * The first one is thrown; with `report`, each is reported and the rest is collected.
 */
export async function collectValidationData(
  subject: ValidationSubject,
  services: ValidationServices,
  known: RevocationMaterial,
  report?: (problem: PadesError) => void,
): Promise<RevocationMaterial> {
  const work = newWork(subject, services, known, report ?? thrown)
  await cover(work, subject.certificate, subject.at)
  const { certificates, ocsps, crls } = work.used
  return { certificates: [...certificates.values()], ocsps: [...ocsps], crls: [...crls] }
}

function thrown(problem: PadesError): never {
  throw problem
}

/**
 * The current revocation status of one certificate, to inform the user before signing. Never throws for failures of the
 * network or an authority: then the status is 'unknown' and `problems` gives the reasons, as codes and hosts.
 */
export async function revocationNow(
  subject: Omit<ValidationSubject, 'at'>,
  services: ValidationServices,
): Promise<RevocationStatus> {
  const problems: string[] = []
  const work = newWork({ ...subject, at: services.now() }, services, nothing, (problem) =>
    problems.push(textOf(problem.code, problem.detail)),
  )
  const path = await completePath(work, subject.certificate, work.now)
  // a certificate that is its own path has no issuer to ask
  const { failures, ...status } = await ask(work, subject.certificate, path[1] ?? subject.certificate, work.now)
  const silent = failures.map((failure) => textOf('revocation_unavailable', failure))
  return { ...status, problems: [...problems, ...silent, ...status.problems] }
}

const nothing: RevocationMaterial = { certificates: [], ocsps: [], crls: [] }

const textOf = (code: string, detail: Record<string, unknown> = {}): string =>
  [code, detail['reason'], detail['host']].filter((part) => typeof part === 'string' && part !== '').join(' ')

function newWork(
  { certificate, certificates, issuedSince }: ValidationSubject,
  services: ValidationServices,
  known: RevocationMaterial,
  report: Work['report'],
): Work {
  const since = issuedSince && new Date(issuedSince.getTime() - (services.allowanceMs ?? 0))
  return {
    services,
    now: services.now(),
    signer: since ? { fingerprint: certificate.fingerprint, since } : null,
    pool: [...certificates, ...known.certificates, ...(services.intermediates ?? [])],
    ocsps: [...known.ocsps],
    crls: [...known.crls],
    used: { certificates: new Map(), ocsps: new Set(), crls: new Set() },
    done: new Set(),
    report,
  }
}

/** A path, and the evidence for all of it. */
async function cover(work: Work, certificate: Certificate, at: Date): Promise<void> {
  if (work.done.has(certificate.fingerprint)) return
  const path = await completePath(work, certificate, at)
  for (const member of path) work.used.certificates.set(member.fingerprint, member)
  for (const [place, member] of path.entries()) {
    const issuer = path[place + 1]
    if (!issuer || work.done.has(member.fingerprint)) continue
    work.done.add(member.fingerprint)
    await coverOne(work, member, issuer, at)
  }
}

/**
 * The path to a root; missing issuers are fetched. Continues beyond an anchor that is no root, so that validators that
 * only trust the root find everything in the file. If that fails, the anchor suffices.
 */
async function completePath(work: Work, certificate: Certificate, at: Date): Promise<Certificate[]> {
  for (let hops = 0; ; hops++) {
    const { trusted, path, reason } = findPath(work, certificate, at)
    if (trusted) return path
    const last = path.at(-1)!
    const missing = reason === 'issuer_unknown' ? await addIssuers(work, last) : chainError(path, at, reason)
    if (missing === null && hops < maxPath) continue
    const anchored = buildChain(certificate, work.pool, [...work.services.anchors], at)
    if (anchored.trusted) return anchored.path
    work.report(missing ?? new PadesError('chain_incomplete', { subject: subjectOf(last), reason: 'too_long' }))
    return path
  }
}

/** Treats the root of an untrusted path as trusted: trust is the verifier's decision. */
function findPath(work: Work, certificate: Certificate, at: Date): ChainResult {
  const { anchors } = work.services
  const roots = anchors.filter(({ subjectDer, issuerDer }) => sameName(subjectDer, issuerDer))
  const found = buildChain(certificate, [...work.pool, ...anchors], roots, at)
  const last = found.path.at(-1)!
  const isRooted = !found.trusted && found.reason === 'issuer_unknown' && isSelfSigned(last)
  return isRooted ? buildChain(certificate, work.pool, [last], at) : found
}

function chainError(path: Certificate[], at: Date, reason: ChainProblem | undefined): PadesError {
  const expired = reason === 'expired' ? path.find(({ notAfter }) => at > notAfter) : undefined
  if (expired) return new PadesError('certificate_expired', { subject: subjectOf(expired) })
  const early = reason === 'not_yet_valid' ? path.find(({ notBefore }) => at < notBefore) : undefined
  if (early) return new PadesError('certificate_not_yet_valid', { subject: subjectOf(early) })
  return new PadesError('chain_incomplete', { subject: subjectOf(path[0]!), reason })
}

/** Fetches the issuers of a certificate; null on success, otherwise the reason. */
async function addIssuers(work: Work, certificate: Certificate): Promise<PadesError | null> {
  const { fetcher, cache } = work.services
  let failure: Record<string, unknown> = { reason: 'no_source' }
  for (const url of webUrls(certificate.caIssuerUrls)) {
    try {
      const fetched = cache?.issuers(url) ?? (await fetchIssuers(url, fetcher))
      const known = new Set(work.pool.map(({ fingerprint }) => fingerprint))
      const found = fetched.filter(
        (issuer) => !known.has(issuer.fingerprint) && isSignedBy(certificate, issuer.publicKey),
      )
      work.pool.push(...found)
      if (found.length > 0) {
        cache?.keepIssuers(url, fetched)
        return null
      }
      failure = { reason: 'wrong_issuer', host: hostOf(url) }
    } catch (error) {
      if (!(error instanceof PadesError)) throw error
      failure = { ...error.detail }
    }
  }
  return new PadesError('chain_incomplete', { subject: subjectOf(certificate), ...failure })
}

/** Evidence for one certificate: known, then OCSP, then lists. */
async function coverOne(work: Work, certificate: Certificate, issuer: Certificate, at: Date): Promise<void> {
  // a root is self-signed: no one can revoke it (RFC 5280 §6.1)
  if (isSelfSigned(certificate) || needsNoRevocation(certificate)) return
  const status = await ask(work, certificate, issuer, at)
  const subject = subjectOf(certificate)
  const isAnchor = work.services.anchors.some(({ fingerprint }) => fingerprint === certificate.fingerprint)
  if (status.status === 'good') await useEvidence(work, status, issuer)
  // an anchor needs no evidence here, though other validators may use it
  else if (isAnchor) return
  else if (status.status === 'revoked') {
    const { revokedAt, reason } = status
    work.report(new PadesError('certificate_revoked', { subject, revokedAt: revokedAt?.toISOString(), reason }))
    // with `report`, the caller wants to see it proven
    await useEvidence(work, status, issuer)
  } else {
    const cause = causeOf(certificate, status)
    const problems = status.problems.filter((problem) => problem !== 'no_evidence')
    work.report(new PadesError('revocation_unavailable', { subject, ...cause, problems }))
  }
}

const ask = (work: Work, certificate: Certificate, issuer: Certificate, at: Date): Promise<FetchedRevocation> => {
  const since = work.signer?.fingerprint === certificate.fingerprint ? work.signer.since : null
  return fetchRevocation({ certificate, issuer, at, now: work.now, since }, work, work.services)
}

/** Why there is no status; outdated evidence is a better reason than a list that did not answer. */
function causeOf(certificate: Certificate, { failures, problems }: FetchedRevocation): Record<string, unknown> {
  if (problems.some((problem) => problem.endsWith('_stale'))) return { ...failures.at(0), reason: 'stale' }
  const hasSource = webUrls([...certificate.ocspUrls, ...certificate.crlUrls]).length > 0
  return failures.at(0) ?? { reason: hasSource ? problems[0] : 'no_source' }
}

/** Keeps the evidence, and proves its signer if that is not the issuer itself. */
async function useEvidence(work: Work, status: RevocationStatus, issuer: Certificate): Promise<void> {
  const { evidence, responder } = status
  if (evidence?.kind === 'ocsp') work.used.ocsps.add(evidence)
  if (evidence?.kind === 'crl') work.used.crls.add(evidence)
  if (!responder || responder.fingerprint === issuer.fingerprint) return
  work.pool.push(responder)
  work.used.certificates.set(responder.fingerprint, responder)
  // a delegate with nocheck needs no evidence; one without an address is left to the verifier (RFC 6960 §4.2.2.2.1)
  const hasSource = webUrls([...responder.ocspUrls, ...responder.crlUrls]).length > 0
  if (hasNoCheck(responder) || !hasSource) return
  await cover(work, responder, status.producedAt ?? status.thisUpdate ?? work.now)
}
