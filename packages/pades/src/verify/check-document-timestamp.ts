import { coveredBytes } from './byte-range.ts'
import { type Entry, formatFailure, addFinding, warn } from './signature-entry.ts'
import { signerOf } from './identity.ts'
import { type CheckedTimestamp, checkTimestamp } from './timestamps.ts'
import { revocationOf } from './revocation-findings.ts'
import type { VerificationContext } from './verification-context.ts'

const BYTES_PER_STEP = 2048

/**
 * Checks a document timestamp (ISO 32000-2 §12.8.5, ETSI EN 319 142-1 §5.4.3): a token over the bytes of the file. If
 * it is valid and trusted, everything before it existed at its time; this proof is added to the context for later
 * checks.
 */
export function checkDocumentTimestamp(entry: Entry, context: VerificationContext): CheckedTimestamp | null {
  const { report, range, states } = entry
  if (!range) return null
  const { budget } = context
  budget.spend(range.end / BYTES_PER_STEP)
  const bytes = coveredBytes(states.whole.bytes, range.range)
  const checked = checkTimestamp(range.contents, { kind: 'document', bytes, end: range.end }, context)
  if (!checked) {
    addFinding(report, formatFailure('timestamp_malformed'))
    return null
  }
  const { token, tsa, chain, statuses } = checked
  if (tsa) Object.assign(report, { certificate: tsa, signer: signerOf(tsa) })
  const key = tsa?.keyType ?? ''
  report.algorithms = { digest: token.hash, signature: token.cms.signatureAlgorithm.oid, key }
  const isBroken = checked.report.problems.some((code) => code === 'imprint_mismatch' || code === 'bad_signature')
  const isChecked = tsa && !checked.report.problems.includes('unsupported_algorithm')
  report.integrity = isBroken ? 'broken' : isChecked ? 'intact' : 'not_checked'
  Object.assign(report, { trusted: checked.report.trusted, chain, timestamps: [checked.report] })
  report.signed_at = isBroken ? null : token.genTime
  if (checked.proves) report.time_source = 'timestamp'
  const own = statuses[0]
  if (own) Object.assign(report, { revocation_source: own.source, revoked_at: own.revokedAt })
  report.revocation = revocationOf(own, chain, checked.report.trusted, context.asked)
  for (const finding of checked.findings) addFinding(report, finding)
  if (report.revocation === 'not_checked') warn(report, 'revocation_not_checked')
  if (report.revocation === 'unknown') warn(report, 'revocation_unknown')
  if (checked.proves) context.proofs.add(checked.proves, range.range[1])
  return checked
}
