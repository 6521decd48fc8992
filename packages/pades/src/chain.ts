import type { Certificate } from './certificate.ts'
import { isWeakKey } from './certificate.ts'
import { ExtensionOid } from './certificate-extensions.ts'
import { isSignedBy, signatureHash } from './certificate-signature.ts'
import { sameName } from './distinguished-name.ts'
import { satisfiesNameConstraints } from './name-constraints.ts'

/** Why a path is not trusted: the failed check of RFC 5280 §6.1. */
export type ChainProblem =
  | 'issuer_unknown'
  | 'expired'
  | 'not_yet_valid'
  | 'not_a_ca'
  | 'path_length'
  | 'name_constraints'
  | 'unknown_critical_extension'
  | 'bad_signature'
  | 'weak_algorithm'

/** The best path found. `reason`: why it is not trusted. */
export type ChainResult = {
  /** True when the path ends at an anchor and passes every check of RFC 5280 §6.1. */
  trusted: boolean
  /** The certificate itself first; the anchor last if one was reached. */
  path: Certificate[]
  reason?: ChainProblem
}

/** Real paths are shorter; an unlimited search among many look-alikes would be too expensive. */
const MAX_PATH = 10
const MAX_STEPS = 500

/** The supported critical extensions; any other one makes a path invalid (RFC 5280 §6.1.4 (o)). */
const understood = new Set<string>([
  ExtensionOid.keyUsage,
  ExtensionOid.basicConstraints,
  ExtensionOid.nameConstraints,
  ExtensionOid.subjectAltName,
  ExtensionOid.extendedKeyUsage,
  // no policy is required, so these restrict nothing; policyConstraints, which may require one, is not in this list
  ExtensionOid.certificatePolicies,
  ExtensionOid.policyMappings,
  ExtensionOid.inhibitAnyPolicy,
  ExtensionOid.crlDistributionPoints,
])

const weakHashes = new Set(['md5', 'sha1'])
const isSelfIssued = (certificate: Certificate): boolean => sameName(certificate.subjectDer, certificate.issuerDer)
const isSame = (a: Certificate, b: Certificate): boolean => a.fingerprint === b.fingerprint

/** One name with one key is one authority, with any number of certificates: passing it twice is a loop. */
const isSameAuthority = (a: Certificate, b: Certificate): boolean =>
  isSame(a, b) || (sameName(a.subjectDer, b.subjectDer) && a.publicKey.equals(b.publicKey))

/**
 * Ends a path at each anchor it has met. The last certificate may be another one with the anchor's name and key (a
 * renewed or cross-signed root, or a forged copy, since its signature is not checked), so the anchor itself replaces it
 * and only its contents count. The leaf is never replaced: it is the certificate being verified.
 */
function anchoredPaths(path: Certificate[], anchors: Certificate[]): Certificate[][] {
  const last = path.at(-1)
  if (!last) return []
  if (anchors.some((anchor) => isSame(anchor, last))) return [path]
  if (path.length === 1) return []
  return anchors.filter((anchor) => isSameAuthority(anchor, last)).map((anchor) => [...path.slice(0, -1), anchor])
}

/** True if `issuer` may have issued `certificate`, by names and key identifiers; signatures are checked later. */
function mayHaveIssued(issuer: Certificate, certificate: Certificate): boolean {
  const { authorityKeyId } = certificate
  if (authorityKeyId && issuer.subjectKeyId && authorityKeyId !== issuer.subjectKeyId) return false
  return sameName(issuer.subjectDer, certificate.issuerDer)
}

/** The violation in one step of a path: the certificate at `place` and its issuer. */
function stepProblem(path: Certificate[], place: number): ChainProblem | null {
  const [certificate, issuer] = path.slice(place, place + 2)
  if (!certificate || !issuer) return null
  if (!isSignedBy(certificate, issuer.publicKey)) return 'bad_signature'
  // version 1 roots have no extensions; an intermediate without basic constraints is never a CA (RFC 5280 §6.1.4 (k))
  const bareRoot = place + 2 === path.length && issuer.extensions.length === 0 && isSelfIssued(issuer)
  if (!issuer.isCa && !bareRoot) return 'not_a_ca'
  if (issuer.keyUsage && !issuer.keyUsage.includes('keyCertSign')) return 'not_a_ca'
  const below = path.slice(1, place + 1).filter((between) => !isSelfIssued(between)).length
  if (issuer.pathLength !== null && below > issuer.pathLength) return 'path_length'
  const hash = signatureHash(certificate)
  if (!hash || weakHashes.has(hash) || isWeakKey(issuer.publicKey)) return 'weak_algorithm'
  return null
}

/** The violation in a single certificate at a given time. */
function ownProblem(certificate: Certificate, at: Date): ChainProblem | null {
  if (certificate.extensions.some(({ oid, critical }) => critical && !understood.has(oid)))
    return 'unknown_critical_extension'
  if (at > certificate.notAfter) return 'expired'
  if (at < certificate.notBefore) return 'not_yet_valid'
  return null
}

/** Checks every name below a constrained issuer, except self-issued intermediates (RFC 5280 §6.1.3 (b)). */
function constraintProblem(path: Certificate[]): ChainProblem | null {
  for (const [place, issuer] of path.entries()) {
    const constraints = issuer.extensions.find(({ oid }) => oid === ExtensionOid.nameConstraints)
    if (!constraints) continue
    const below = path.slice(0, place).filter((certificate, i) => i === 0 || !isSelfIssued(certificate))
    try {
      if (!below.every((certificate) => satisfiesNameConstraints(certificate, constraints.value)))
        return 'name_constraints'
    } catch {
      return 'name_constraints'
    }
  }
  return null
}

/** The first problem of a whole path, or null. The signature of the last certificate is not checked. */
function pathProblem(path: Certificate[], at: Date): ChainProblem | null {
  for (const place of path.keys()) {
    const problem = stepProblem(path, place)
    if (problem) return problem
  }
  if (path[0] && isWeakKey(path[0].publicKey)) return 'weak_algorithm'
  for (const certificate of path) {
    const problem = ownProblem(certificate, at)
    if (problem) return problem
  }
  return constraintProblem(path)
}

/** Walks upwards from the leaf, depth first, and passes every path that cannot grow or has met an anchor to `visit`. */
function walk(
  leaf: Certificate,
  pool: Certificate[],
  anchors: Certificate[],
  visit: (path: Certificate[], anchored: boolean) => boolean,
): void {
  let steps = 0
  const grow = (path: Certificate[]): boolean => {
    const last = path.at(-1)
    if (!last || ++steps > MAX_STEPS) return true
    const anchored = anchoredPaths(path, anchors)
    if (anchored.length > 0) return anchored.some((whole) => visit(whole, true))
    const issuers = pool.filter(
      (candidate) => mayHaveIssued(candidate, last) && !path.some((seen) => isSameAuthority(seen, candidate)),
    )
    if (issuers.length === 0 || path.length >= MAX_PATH) return visit(path, false)
    return issuers.some((issuer) => grow([...path, issuer]))
  }
  grow([leaf])
}

/**
 * Builds a path from a certificate to a trust anchor and checks it at a given time: signatures, validity, basic
 * constraints, path length, key usage, name constraints, critical extensions, weak algorithms (RFC 5280 §6.1). Returns
 * the first valid path; otherwise the most promising one with its reason: one that reached an anchor is preferred, then
 * the longer one. The self-signature of an anchor carries no trust and is not checked. Revocation is checked elsewhere.
 */
export function buildChain(
  leaf: Certificate,
  intermediates: Certificate[],
  anchors: Certificate[],
  at: Date,
): ChainResult {
  const pool = [...new Map([...anchors, ...intermediates].map((known) => [known.fingerprint, known])).values()]
  let best: (ChainResult & { anchored: boolean }) | null = null
  walk(leaf, pool, anchors, (path, anchored) => {
    const problem = pathProblem(path, at)
    const trusted = anchored && problem === null
    const better =
      !best || trusted || (anchored && !best.anchored) || (anchored === best.anchored && path.length > best.path.length)
    if (better) best = { trusted, path, anchored, reason: trusted ? undefined : reasonOf(anchored, problem) }
    return trusted
  })
  const { trusted, path, reason } = best ?? { trusted: false, path: [leaf], reason: 'issuer_unknown' as const }
  return reason ? { trusted, path, reason } : { trusted, path }
}

/** Without an anchor the issuer is unknown, unless a forged or forbidden signature already breaks the path. */
function reasonOf(anchored: boolean, problem: ChainProblem | null): ChainProblem {
  if (anchored) return problem ?? 'issuer_unknown'
  const graver: ChainProblem[] = ['bad_signature', 'not_a_ca', 'path_length', 'name_constraints']
  return problem && graver.includes(problem) ? problem : 'issuer_unknown'
}

/** The issuers of a certificate among others, nearest first, by name and signature; trust is not checked. */
export function issuersInOrder(leaf: Certificate, pool: Certificate[]): Certificate[] {
  const found: Certificate[] = []
  for (let last = leaf; found.length < MAX_PATH;) {
    const current = last
    const next = pool.find(
      (candidate) =>
        !isSame(candidate, leaf) &&
        !found.some((seen) => isSame(seen, candidate)) &&
        mayHaveIssued(candidate, current) &&
        isSignedBy(current, candidate.publicKey),
    )
    if (!next || isSame(current, next)) break
    found.push(next)
    last = next
  }
  return found
}
