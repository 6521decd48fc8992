import type { Certificate } from '../certificate.ts'
import type { ParsedCms } from '../cms/parse.ts'
import { addFinding, warn } from './signature-entry.ts'
import {
  type CertificateStatus,
  type ChainTimes,
  checkChainRevocation,
  embeddedEvidence,
  isSettled,
  ofFile,
  signerFreshness,
} from './evidence.ts'
import { checkTrust } from './identity.ts'
import { addRevocationFindings } from './revocation-findings.ts'
import type { ProvenTime } from './proof-of-existence.ts'
import type { SignatureReport } from './report.ts'
import type { VerificationContext } from './verification-context.ts'

type Identity = {
  cms: ParsedCms
  /** End of the signature in the file. */
  end: number
  certificate: Certificate
  certificates: readonly Certificate[]
  times: ProvenTime
  /** Time of the first valid timestamp, of any authority: the basis of the level. */
  stamped: Date | null
}

const CLOCK_TOLERANCE = 5 * 60_000

function setProvenTime(report: SignatureReport, proven: Date | null): void {
  if (!proven) return
  report.signed_at = proven
  report.time_source = 'timestamp'
  const { claimed_at: claimed } = report
  if (claimed && claimed.getTime() > proven.getTime() + CLOCK_TOLERANCE) warn(report, 'claimed_time_after_timestamp')
}

/**
 * Steps 5 and 6: the chain at the proven time, and the revocation of each of its certificates. Returns the result from
 * the file alone.
 *
 * The time of an unconfirmed timestamp is used where the signature is not valid without it, and leaves the verdict
 * open: a pending timestamp must neither make a good signature worse nor an expired one good.
 */
export function checkIdentity(
  report: SignatureReport,
  identity: Identity,
  context: VerificationContext,
): CertificateStatus[] {
  const { cms, end, certificate, certificates, times, stamped } = identity
  const { anchors, now, budget, allowanceMs } = context
  const embedded = embeddedEvidence(cms, certificates, end, budget)
  const evidence = [...context.evidence, embedded]
  const timesAt = (proven: Date | null): ChainTimes => {
    return { at: proven ?? now, now, signer: signerFreshness(proven, { now, allowanceMs, evidence }) }
  }
  const judgeAt = (proven: Date | null) => {
    const trust = checkTrust(certificate, certificates, anchors, { claimed: report.claimed_at, proven, now })
    return { proven, trust, statuses: checkChainRevocation(trust.chain, evidence, timesAt(proven), budget) }
  }
  const { presumed, confirmed } = times
  const sure = judgeAt(confirmed)
  const isUnconfirmed = presumed?.getTime() !== confirmed?.getTime()
  const holds = sure.trust.findings.length === 0 && sure.statuses.every((one) => isSettled(one) && !one.revokedAt)
  const judged = isUnconfirmed && !holds ? judgeAt(presumed) : sure
  const { proven, trust, statuses } = judged
  setProvenTime(report, proven)
  Object.assign(report, { trusted: trust.trusted, chain: trust.chain })
  for (const finding of trust.findings) addFinding(report, finding)
  if (report.integrity === 'intact') {
    const issuedSince = presumed && new Date(presumed.getTime() - allowanceMs)
    const subject = { certificate, certificates, anchors, at: presumed ?? now, issuedSince }
    context.subjects.push({ ...subject, embedded: embedded.material })
  }
  addRevocationFindings(report, statuses, { proven, now, asked: context.asked })
  if (judged !== sure) addFinding(report, { indication: 'INDETERMINATE', subindication: 'TRY_LATER' })
  if (isUnconfirmed) warn(report, 'timestamp_revocation_unknown')
  const isSameTime = !context.asked && stamped?.getTime() === proven?.getTime()
  return isSameTime ? statuses : checkChainRevocation(trust.chain, ofFile(evidence), timesAt(stamped), budget)
}
