import type { Certificate } from '../certificate.ts'
import { buildChain } from '../chain.ts'
import { PadesError } from '../errors.ts'
import { parseTimestampToken, type TimestampProblem, timestampProblems, type TimestampToken } from '../tsp/token.ts'
import {
  type CertificateStatus,
  checkChainRevocation,
  embeddedEvidence,
  type EvidenceGroup,
  isSettled,
  ofFile,
} from './evidence.ts'
import { chainFinding, findSigner } from './identity.ts'
import type { Proof } from './proof-of-existence.ts'
import type { Finding, TimestampReport } from './report.ts'
import type { VerificationContext } from './verification-context.ts'
import { shownName } from '../distinguished-name.ts'

export type CheckedTimestamp = {
  token: TimestampToken
  tsa: Certificate | null
  chain: Certificate[]
  statuses: CertificateStatus[]
  /** The same, from the file alone. */
  fileStatuses: CertificateStatus[]
  report: TimestampReport
  /** The proven time; null when it proves none. */
  proves: Proof | null
  /** Objections, for a document timestamp's own verdict. */
  findings: Finding[]
}

/** The stamped data of a timestamp. */
export type Stamped = {
  kind: TimestampReport['kind']
  /** The bytes stamped by the token, or their pieces. */
  bytes: Uint8Array | readonly Uint8Array[]
  /** End of the token in the file. */
  end: number
}

/** Tolerated clock difference between authorities and this machine. */
const FUTURE_TOLERANCE = 5 * 60_000
const ORDER_TOLERANCE = 60_000

/** RFC 3161 §4 (1): for these reasons tokens from before the revocation stay valid; for others none does. */
const harmlessReasons: ReadonlySet<string> = new Set([
  'unspecified',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
])

const undecided = (subindication: Finding['subindication'], warning: string): Finding => ({
  indication: 'INDETERMINATE',
  subindication,
  warning,
})
const failed = (subindication: Finding['subindication'], warning: string): Finding => ({
  indication: 'TOTAL_FAILED',
  subindication,
  warning,
})

const tokenFindings: Record<TimestampProblem, Finding> = {
  imprint_mismatch: failed('HASH_FAILURE', 'timestamp_invalid'),
  nonce_mismatch: failed('GENERIC', 'timestamp_invalid'),
  bad_signature: failed('SIG_CRYPTO_FAILURE', 'timestamp_invalid'),
  tsa_certificate_missing: undecided('NO_SIGNING_CERTIFICATE_FOUND', 'timestamp_certificate_missing'),
  not_a_tsa: undecided('CHAIN_CONSTRAINTS_FAILURE', 'timestamp_not_by_authority'),
  tsa_not_valid_then: undecided('OUT_OF_BOUNDS_NO_POE', 'timestamp_not_by_authority'),
  weak_algorithm: undecided('CRYPTO_CONSTRAINTS_FAILURE', 'timestamp_weak'),
  unsupported_algorithm: undecided('CRYPTO_CONSTRAINTS_FAILURE', 'timestamp_unsupported'),
  signing_certificate_missing: undecided('SIG_CONSTRAINTS_FAILURE', 'timestamp_invalid'),
  signing_certificate_mismatch: failed('SIG_CONSTRAINTS_FAILURE', 'timestamp_invalid'),
  unknown_critical_extension: undecided('SIG_CONSTRAINTS_FAILURE', 'timestamp_unsupported'),
}

/** True if a revocation of the authority invalidates the token. */
function isRevokedAt({ status, revokedAt, reason }: CertificateStatus, genTime: Date, control: Date): boolean {
  if (status === 'revoked' || !revokedAt) return status === 'revoked'
  if (reason !== null && harmlessReasons.has(reason)) return revokedAt <= genTime
  // a stolen key makes tokens of any date; only a proof from before the revocation saves this one
  return revokedAt <= control
}

const timeFindings = (genTime: Date, later: Date | null, now: Date): { problem: string; finding: Finding }[] => {
  if (genTime.getTime() > now.getTime() + FUTURE_TOLERANCE)
    return [{ problem: 'in_future', finding: undecided('TIMESTAMP_ORDER_FAILURE', 'timestamp_in_future') }]
  if (later && genTime.getTime() > later.getTime() + ORDER_TOLERANCE)
    return [{ problem: 'order', finding: undecided('TIMESTAMP_ORDER_FAILURE', 'timestamp_out_of_order') }]
  return []
}

/** Context of a token's verification. */
type TokenContext = {
  token: TimestampToken
  tsa: Certificate | null
  issuers: readonly Certificate[]
  evidence: readonly EvidenceGroup[]
  /** Time of the first later timestamp, if any. */
  later: Date | null
  context: VerificationContext
}

/** True if the authority of a token is credible when a later proof, or now, is `control`. */
function checkAuthority({ token, tsa, issuers, evidence, later, context }: TokenContext, control: Date) {
  const { budget, timestampAnchors, now } = context
  budget.spend(20_000)
  const path = tsa ? buildChain(tsa, [...issuers], [...timestampAnchors], control) : null
  const chain = path?.path ?? []
  const when = { at: token.genTime, now }
  const statuses = checkChainRevocation(chain, evidence, when, budget)
  const fileStatuses = context.asked ? checkChainRevocation(chain, ofFile(evidence), when, budget) : statuses
  const isRevoked = statuses.some((status) => isRevokedAt(status, token.genTime, control))
  const times = timeFindings(token.genTime, later, now)
  const trusted = path?.trusted === true && !isRevoked && times.length === 0
  const problems = [
    ...(path && !path.trusted ? [`tsa_${path.reason ?? 'issuer_unknown'}`] : []),
    ...(isRevoked ? ['tsa_revoked'] : []),
    ...times.map(({ problem }) => problem),
  ]
  const findings = [
    ...(path && !path.trusted ? [chainFinding(path.reason)] : []),
    ...(isRevoked ? [revokedFinding(statuses, token.genTime)] : []),
    ...times.map(({ finding }) => finding),
  ]
  return { chain, statuses, fileStatuses, trusted, problems, findings }
}

/**
 * Checks a timestamp at its proven time: that of a later one, or now (ETSI EN 319 102-1 §5.4, §5.6.2.4). Its authority
 * is verified like a signer, by the anchors for timestamps: chain, validity and revocation at that time. A token
 * without such an anchor proves nothing, because anyone can make one. A token is unconfirmed while the revocation of
 * its authority is unknown, or when only an unconfirmed one saves it.
 *
 * @returns null when it is no timestamp.
 */
export function checkTimestamp(
  der: Uint8Array,
  stamped: Stamped,
  context: VerificationContext,
): CheckedTimestamp | null {
  const token = readToken(der)
  if (!token) return null
  const { budget, now } = context
  const { presumed, confirmed } = context.proofs.earliest(stamped.end)
  const issuers = [...token.certificates, ...context.pool]
  const tsa = token.tsa ?? findSigner(token.cms, context.pool)
  const wrong = timestampProblems({ ...token, tsa }, { stamped: stamped.bytes })
  const embedded = embeddedEvidence(token.cms, issuers, stamped.end, budget)
  const tokenContext = {
    token,
    tsa,
    issuers,
    evidence: [...context.evidence, embedded],
    later: presumed,
    context,
  }
  if (tsa) {
    const subject = { certificate: tsa, certificates: issuers, at: presumed ?? now, issuedSince: null }
    context.subjects.push({ ...subject, anchors: context.timestampAnchors, embedded: embedded.material })
  }
  let authority = checkAuthority(tokenContext, confirmed ?? now)
  const restsOnPresumed = !authority.trusted && presumed !== null && presumed.getTime() !== confirmed?.getTime()
  if (restsOnPresumed) authority = checkAuthority(tokenContext, presumed)
  const { chain, statuses, fileStatuses, trusted } = authority
  // a 'good' status with a later revocation was handled with the rest
  const isConfirmed = !restsOnPresumed && statuses.every(isSettled)
  const isOpen = trusted && !isConfirmed && wrong.length === 0
  const report: TimestampReport = {
    kind: stamped.kind,
    time: token.genTime,
    tsa: tsa ? shownName(tsa.subject) : '',
    valid: wrong.length === 0,
    trusted,
    problems: [...wrong, ...authority.problems, ...(isOpen ? ['tsa_revocation_unknown'] : [])],
  }
  return {
    token,
    tsa,
    chain,
    statuses,
    fileStatuses,
    report,
    proves: report.valid && trusted ? { time: token.genTime, confirmed: isConfirmed } : null,
    findings: [
      ...wrong.map((problem) => tokenFindings[problem]),
      ...authority.findings,
      ...(isOpen ? [undecided('TRY_LATER', 'timestamp_revocation_unknown')] : []),
    ],
  }
}

/** A token with a time after the revocation is refuted by its own time; an earlier one may be older. */
function revokedFinding(statuses: readonly CertificateStatus[], genTime: Date): Finding {
  const isAfter = statuses.some(({ revokedAt }) => revokedAt !== null && revokedAt <= genTime)
  const warning = 'timestamp_authority_revoked'
  return isAfter ? failed('REVOKED', warning) : undecided('REVOKED_NO_POE', warning)
}

function readToken(der: Uint8Array): TimestampToken | null {
  try {
    return parseTimestampToken(der)
  } catch (error) {
    if (error instanceof PadesError) return null
    throw error
  }
}
