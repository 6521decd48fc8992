import type { Certificate } from '../certificate.ts'
import type { ParsedCms } from '../cms/parse.ts'
import { type Crl, parseCrl } from '../crl/crl.ts'
import { PadesError } from '../errors.ts'
import { sameName } from '../distinguished-name.ts'
import { type OcspResponse, parseOcspResponse } from '../ocsp/response.ts'
import { checkRevocation, type RevocationMaterial, type RevocationTimes } from '../revocation.ts'
import { needsNoRevocation } from '../revocation/exemption.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { Dss } from './read-dss.ts'
import type { RevocationSource } from './report.ts'

/** Revocation evidence by source. */
export type EvidenceGroup = {
  source: RevocationSource
  material: RevocationMaterial
  has(item: OcspResponse | Crl): boolean
  /** End of the item in the file; null when it is not in it. */
  endOf(item: OcspResponse | Crl): number | null
}

/** The combined evidence about one certificate of a path. */
export type CertificateStatus = {
  certificate: Certificate
  /**
   * At the requested time. 'not_checked': there is no evidence; 'not_needed': its issuer says that it is never revoked.
   */
  status: 'good' | 'revoked' | 'unknown' | 'not_checked' | 'not_needed'
  source: RevocationSource | null
  /** With 'good', a revocation after the requested time. */
  revokedAt: Date | null
  reason: string | null
  /** True if there is evidence that is only too old. */
  stale: boolean
  /** End of the evidence in the file, if it is there. */
  end: number | null
}

/** A signature contains the answers for its own chain; hundreds only keep a verifier busy. */
const MAX_EMBEDDED = 32
const CHECK_STEPS = 3000

/** Issuers from the file and from the caller, for responders whose certificate is not in the response. */
export function dssEvidence(dss: Dss, certificates: readonly Certificate[]): EvidenceGroup {
  const ends = new Map<OcspResponse | Crl, number>([...dss.ocsps, ...dss.crls].map(({ value, end }) => [value, end]))
  const material = {
    ocsps: dss.ocsps.map(({ value }) => value),
    crls: dss.crls.map(({ value }) => value),
    certificates,
  }
  return { source: 'dss', material, has: (item) => ends.has(item), endOf: (item) => ends.get(item) ?? null }
}

function readAll<T>(encodings: readonly Uint8Array[], read: (der: Uint8Array) => T, budget: WorkBudget): T[] {
  return encodings.slice(0, MAX_EMBEDDED).flatMap((der) => {
    budget.spend(CHECK_STEPS)
    try {
      return [read(der)]
    } catch (error) {
      if (error instanceof PadesError) return []
      throw error
    }
  })
}

/** Evidence in a CMS: adbe-revocationInfoArchival (ISO 32000-2 §12.8.3.3.2) and the crls field (RFC 5652 §5.1). */
export function embeddedEvidence(
  { revocation }: ParsedCms,
  certificates: readonly Certificate[],
  end: number,
  budget: WorkBudget,
): EvidenceGroup {
  const ocsps = readAll(revocation.ocsps, parseOcspResponse, budget)
  const crls = readAll(revocation.crls, parseCrl, budget)
  const items = new Set<OcspResponse | Crl>([...ocsps, ...crls])
  return {
    source: 'embedded',
    material: { ocsps, crls, certificates },
    has: (item) => items.has(item),
    endOf: () => end,
  }
}

/** Evidence fetched by the caller; it is in no file, so no timestamp covers it. */
export function onlineEvidence(material: RevocationMaterial): EvidenceGroup {
  const items = new Set<OcspResponse | Crl>([...material.ocsps, ...material.crls])
  return { source: 'online', material, has: (item) => items.has(item), endOf: () => null }
}

/** True if a certificate with this status can be relied on at the requested time. */
export const isSettled = ({ status }: CertificateStatus): boolean => status === 'good' || status === 'not_needed'

/** Evidence about another certificate is no answer. */
const problemsOfOtherEvidence: ReadonlySet<string> = new Set([
  'no_evidence',
  'ocsp_of_another_certificate',
  'crl_of_other_certificates',
  'crl_of_another_issuer',
])

/** Verifying a signature costs as much as this many objects of a file; a list is hashed once and scanned each time. */
const SIGNATURE_STEPS = 600
const BYTES_PER_STEP = 512

/** Selects possibly relevant evidence: an archive contains answers for many certificates. */
function materialFor(
  certificate: Certificate,
  issuer: Certificate,
  groups: readonly EvidenceGroup[],
  budget: WorkBudget,
): RevocationMaterial {
  const all = groups.map(({ material }) => material)
  const ocsps = all
    .flatMap((material) => material.ocsps)
    .filter(({ responses }) => responses.some(({ serial }) => serial === certificate.serialNumber))
  const crls = all.flatMap((material) => material.crls).filter((crl) => sameName(crl.issuer, issuer.subjectDer))
  const items = all.reduce((sum, material) => sum + material.ocsps.length + material.crls.length, 0)
  const bytes = crls.reduce((sum, { der }) => sum + der.length, 0)
  budget.spend(CHECK_STEPS + items + (ocsps.length + crls.length) * SIGNATURE_STEPS + bytes / BYTES_PER_STEP)
  return { ocsps, crls, certificates: all.flatMap((material) => material.certificates) }
}

const exempt = (certificate: Certificate): CertificateStatus => ({
  certificate,
  status: 'not_needed',
  source: null,
  revokedAt: null,
  reason: null,
  stale: false,
  end: null,
})

/** All sources combined: `checkRevocation` prefers the newest answer, and a revocation over any. */
function statusOf(
  certificate: Certificate,
  issuer: Certificate,
  groups: readonly EvidenceGroup[],
  when: RevocationTimes,
  budget: WorkBudget,
): CertificateStatus {
  if (needsNoRevocation(certificate)) return exempt(certificate)
  const material = materialFor(certificate, issuer, groups, budget)
  const { status, revokedAt, reason, evidence, problems } = checkRevocation(certificate, issuer, material, when)
  const nothing = status === 'unknown' && problems.every((problem) => problemsOfOtherEvidence.has(problem))
  const group = evidence ? groups.find((candidate) => candidate.has(evidence)) : undefined
  return {
    certificate,
    status: nothing ? 'not_checked' : status,
    source: group?.source ?? null,
    revokedAt,
    reason,
    stale: status === 'unknown' && problems.some((problem) => problem.endsWith('_stale')),
    end: (evidence && group?.endOf(evidence)) ?? null,
  }
}

/** `at` is the requested time; `signer` the allowed age of evidence about the first certificate of a chain. */
export type ChainTimes = { at: Date; now: Date; signer?: Omit<RevocationTimes, 'at' | 'now'> }

/**
 * The status of every certificate of a chain except its anchor, the signer's first (ETSI EN 319 102-1 §5.2.6). A signer
 * who is an anchor needs no evidence.
 */
export function checkChainRevocation(
  chain: readonly Certificate[],
  groups: readonly EvidenceGroup[],
  { at, now, signer }: ChainTimes,
  budget: WorkBudget,
): CertificateStatus[] {
  return chain.slice(0, -1).map((certificate, place) => {
    const when = { at, now, ...(place === 0 ? signer : {}) }
    return statusOf(certificate, chain[place + 1] ?? certificate, groups, when, budget)
  })
}

/**
 * Allowed age of evidence about a signer (ETSI TS 119 102-1 §5.2.5.4, maximum accepted freshness 0). Once the
 * signature's time is proven, evidence must be issued at or after it: a thief of a key chooses the file's contents, and
 * would include an answer from before the revocation. Without a proven time only evidence fetched for this verification
 * counts, while it is current.
 */
export function signerFreshness(
  proven: Date | null,
  { now, allowanceMs, evidence }: { now: Date; allowanceMs: number; evidence: readonly EvidenceGroup[] },
): Omit<RevocationTimes, 'at' | 'now'> {
  if (proven) return { issuedSince: new Date(proven.getTime() - allowanceMs) }
  const fetched = evidence.filter(({ source }) => source === 'online')
  return { issuedSince: now, current: (item) => fetched.some((group) => group.has(item)) }
}

/** The file's own evidence, without what the caller fetched. */
export const ofFile = (groups: readonly EvidenceGroup[]): EvidenceGroup[] =>
  groups.filter(({ source }) => source !== 'online')
