import type { Certificate } from './certificate.ts'
import { isSignedBy } from './certificate-signature.ts'
import { buildChain } from './chain.ts'
import type { ChainProblem, ChainResult } from './chain.ts'
import type { Crl } from './crl/crl.ts'
import { PadesError } from './errors.ts'
import { sameName } from './distinguished-name.ts'
import { hostOf } from './net/fetcher.ts'
import type { Fetcher } from './net/fetcher.ts'
import { fetchCrl, fetchIssuers, fetchOcsp } from './net/revocation-client.ts'
import type { ValidationCache } from './net/validation-cache.ts'
import { hasNoCheck } from './ocsp/responder.ts'
import type { OcspResponse } from './ocsp/response.ts'
import { checkRevocation } from './revocation.ts'
import type { RevocationMaterial, RevocationStatus } from './revocation.ts'
import { shownName } from './distinguished-name.ts'

/** Network, trust and clock for collecting evidence; a cache saves questions. */
export type ValidationServices = {
  fetcher: Fetcher
  anchors: readonly Certificate[]
  /** More issuers, for chains that a signature does not carry whole. None is trusted. */
  intermediates?: readonly Certificate[]
  now: () => Date
  cache?: ValidationCache
  /**
   * Evidence that its author may have chosen: when it is older than the moment asked for, the authority is asked all the
   * same, since it may know of a revocation that had not been told of yet. What does not answer leaves it as it is.
   */
  doubted?: ReadonlySet<OcspResponse | Crl>
}

/** A certificate to be proven, at a moment; `certificates` are what its signature or token brings along. */
export type ValidationSubject = { certificate: Certificate; certificates: readonly Certificate[]; at: Date }

/** Longer paths do not occur, nor do certificates with many pointers to the same thing. */
const maxPath = 10
const maxUrls = 4
/** Bytes of lists for one file: a stranger's certificates may point to any number of large ones. */
const maxLists = 64 * 1024 * 1024

type Work = {
  services: ValidationServices
  now: Date
  /** What may be used: certificates, answers and lists that are known or were fetched. */
  pool: Certificate[]
  ocsps: OcspResponse[]
  crls: Crl[]
  /** What was used. */
  used: { certificates: Map<string, Certificate>; ocsps: Set<OcspResponse>; crls: Set<Crl> }
  done: Set<string>
  report: (problem: PadesError) => void
}

const subjectOf = (certificate: Certificate): string => shownName(certificate.subject)

const isSelfSigned = (certificate: Certificate): boolean =>
  sameName(certificate.subjectDer, certificate.issuerDer) && isSignedBy(certificate, certificate.publicKey)

const isWebUrl = (url: string): boolean => /^https?:/i.test(url)
const webUrls = (urls: readonly string[]): string[] => urls.filter(isWebUrl).slice(0, maxUrls)

/**
 * Everything that proves a certificate offline (ETSI EN 319 142-1 §5.4): its path to the root, and for each certificate
 * of it, the root apart, an OCSP answer or a list, with the path of whoever signed that. What `known` already proves is
 * not fetched again; OCSP is asked before lists; missing issuers are fetched by their certificates' own pointers.
 *
 * Failures: 'chain_incomplete' { subject, reason, host }, 'certificate_expired' and 'certificate_not_yet_valid'
 * { subject }, 'revocation_unavailable' { subject, reason, host }, 'certificate_revoked' { subject, revokedAt, reason }.
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
 * What the authorities say of one certificate now, for telling a person before they sign. Never throws for what a
 * network or an authority does: then the status is 'unknown' and `problems` says why, by codes and hosts.
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
  const failures: Record<string, unknown>[] = []
  // a certificate that ends its own path has no issuer to ask
  const status = await findStatus(work, subject.certificate, path[1] ?? subject.certificate, work.now, failures)
  const silent = failures.map((failure) => textOf('revocation_unavailable', failure))
  return { ...status, problems: [...problems, ...silent, ...status.problems] }
}

const nothing: RevocationMaterial = { certificates: [], ocsps: [], crls: [] }

const textOf = (code: string, detail: Record<string, unknown> = {}): string =>
  [code, detail['reason'], detail['host']].filter((part) => typeof part === 'string' && part !== '').join(' ')

function newWork(
  { certificates }: ValidationSubject,
  services: ValidationServices,
  known: RevocationMaterial,
  report: Work['report'],
): Work {
  return {
    services,
    now: services.now(),
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
 * The path to a root; issuers that are missing are fetched. It goes on beyond an anchor that is no root: others, who
 * trust the root alone, should find everything in the file. Where that leads nowhere the anchor is enough.
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

/** A path that ends at a root for which nobody answers here is judged as if somebody did: trust is for the verifier. */
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

/** Fetches the issuers of a certificate; null when one was found, otherwise why not. */
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

/** Whether nobody need be asked any more. */
function isSettled({ status, reason, thisUpdate, evidence }: RevocationStatus, at: Date, work: Work): boolean {
  if (status === 'unknown') return false
  // a suspension may have been lifted since, every other revocation is for ever
  if (status === 'revoked' && reason !== 'certificateHold') return true
  const isDoubted = evidence !== null && work.services.doubted?.has(evidence) === true
  return !isDoubted || (thisUpdate !== null && thisUpdate >= at)
}

/** Evidence for one certificate: what is known, then OCSP, then lists. */
async function coverOne(work: Work, certificate: Certificate, issuer: Certificate, at: Date): Promise<void> {
  // a root vouches for itself: nobody could revoke it (RFC 5280 §6.1)
  if (isSelfSigned(certificate)) return
  const failures: Record<string, unknown>[] = []
  const status = await findStatus(work, certificate, issuer, at, failures)
  const subject = subjectOf(certificate)
  const isAnchor = work.services.anchors.some(({ fingerprint }) => fingerprint === certificate.fingerprint)
  if (status.status === 'good') await useEvidence(work, status, issuer)
  // what is trusted by decision needs no evidence here, though others may be glad of it
  else if (isAnchor) return
  else if (status.status === 'revoked') {
    const { revokedAt, reason } = status
    work.report(new PadesError('certificate_revoked', { subject, revokedAt: revokedAt?.toISOString(), reason }))
    // whoever only has it reported wants to see it proven
    await useEvidence(work, status, issuer)
  } else {
    const hasSource = webUrls([...certificate.ocspUrls, ...certificate.crlUrls]).length > 0
    const cause = failures.at(0) ?? { reason: hasSource ? status.problems[0] : 'no_source' }
    const problems = status.problems.filter((problem) => problem !== 'no_evidence')
    work.report(new PadesError('revocation_unavailable', { subject, ...cause, problems }))
  }
}

async function findStatus(
  work: Work,
  certificate: Certificate,
  issuer: Certificate,
  at: Date,
  failures: Record<string, unknown>[],
): Promise<RevocationStatus> {
  const { services, now } = work
  const check = (): RevocationStatus => {
    const { ocsps, crls, pool } = work
    return checkRevocation(certificate, issuer, { ocsps, crls, certificates: pool }, { at, now })
  }
  const questions = [
    ...webUrls(certificate.ocspUrls).map((url) => async () => {
      work.ocsps.push(await fetchOcsp(url, { certificate, issuer }, services.fetcher))
      return check()
    }),
    ...webUrls(certificate.crlUrls).map((url) => async () => {
      const room = maxLists - work.crls.reduce((sum, { der }) => sum + der.length, 0)
      const crl = services.cache?.crl(url, now) ?? (await fetchCrl(url, services.fetcher, Math.max(0, room)))
      work.crls.push(crl)
      const found = check()
      if (found.evidence === crl) services.cache?.keepCrl(url, crl)
      // what proved nothing takes no room; a list of several certificates proves something about the first
      else work.crls.splice(work.crls.indexOf(crl), 1)
      return found
    }),
  ]
  let status = check()
  for (const question of questions) {
    if (isSettled(status, at, work)) break
    try {
      status = await question()
    } catch (error) {
      if (!(error instanceof PadesError)) throw error
      failures.push({ ...error.detail })
    }
  }
  return status
}

/** Keeps the evidence, and proves whoever signed it when that is not the issuer itself. */
async function useEvidence(work: Work, status: RevocationStatus, issuer: Certificate): Promise<void> {
  const { evidence, responder } = status
  if (evidence?.kind === 'ocsp') work.used.ocsps.add(evidence)
  if (evidence?.kind === 'crl') work.used.crls.add(evidence)
  if (!responder || responder.fingerprint === issuer.fingerprint) return
  work.pool.push(responder)
  work.used.certificates.set(responder.fingerprint, responder)
  // a delegate with nocheck needs no evidence; one without any pointer is left to the verifier (RFC 6960 §4.2.2.2.1)
  const hasSource = webUrls([...responder.ocspUrls, ...responder.crlUrls]).length > 0
  if (hasNoCheck(responder) || !hasSource) return
  await cover(work, responder, status.producedAt ?? status.thisUpdate ?? work.now)
}
