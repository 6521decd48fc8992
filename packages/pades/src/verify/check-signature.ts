import { createHash } from 'node:crypto'
import { CmsError, type ParsedCms, parseCms } from '../cms/parse.ts'
import { nameOf } from '../pdf/objects.ts'
import { coveredBytes, type SignedRange } from './byte-range.ts'
import { CADES, type Entry, formatFailure, addFinding, PKCS7, unknown, warn } from './signature-entry.ts'
import {
  checkKeyUsage,
  checkSigningCertificate,
  findSigner,
  readCertificates,
  signerOf,
  checkTrust,
} from './identity.ts'
import { type DocumentTimestamp, levelOf } from './level.ts'
import { earliestOf, type ProvenTime } from './proof-of-existence.ts'
import type { SignatureReport } from './report.ts'
import { checkAlgorithms, checkDigest, checkForm, checkSignatureValue, integrityOf } from './signature-value.ts'
import { type CheckedTimestamp, checkTimestamp } from './timestamps.ts'
import type { VerificationContext } from './verification-context.ts'
import type { Certificate } from '../certificate.ts'
import {
  type CertificateStatus,
  type ChainTimes,
  checkChainRevocation,
  embeddedEvidence,
  isSettled,
  ofFile,
  signerFreshness,
} from './evidence.ts'
import { addRevocationFindings } from './revocation-findings.ts'

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
function checkIdentity(report: SignatureReport, identity: Identity, context: VerificationContext): CertificateStatus[] {
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

/** Hashing this many bytes takes about as long as one step of the budget. */
const BYTES_PER_STEP = 2048
/** One timestamp is usual, two are possible. */
const MAX_TOKENS = 4

/** Steps 2 to 7: the CMS, the digest, the value, the signer, the time, and trust. */
export function checkSignature(
  entry: Entry,
  context: VerificationContext,
  documentTimestamps: readonly DocumentTimestamp[],
): void {
  const { states, dict, range, report } = entry
  if (!range || !dict) return
  const { budget } = context
  const filter = nameOf(states.whole.resolve(dict.get('SubFilter')))
  // older kinds (adbe.x509.rsa_sha1) contain no CMS, which is no defect
  if (filter !== CADES && filter !== PKCS7) return addFinding(report, unknown('subfilter_unsupported'))
  const cms = readCms(report, range.contents)
  if (!cms) return
  budget.spend(range.end / BYTES_PER_STEP)
  const covered = coveredBytes(states.whole.bytes, range.range)
  const digest = checkDigest(cms, covered)
  addFinding(report, digest)
  const certificates = [...readCertificates(cms, budget), ...context.pool]
  const certificate = findSigner(cms, certificates)
  if (!certificate) {
    report.integrity = digest?.indication === 'TOTAL_FAILED' ? 'broken' : 'not_checked'
    return addFinding(report, {
      indication: 'INDETERMINATE',
      subindication: 'NO_SIGNING_CERTIFICATE_FOUND',
      warning: 'signer_certificate_missing',
    })
  }
  Object.assign(report, { certificate, signer: signerOf(certificate) })
  report.algorithms = { digest: cms.digestAlgorithm, signature: cms.signatureAlgorithm.oid, key: certificate.keyType }
  const value = checkSignatureValue(cms, certificate, covered)
  addFinding(report, value)
  report.integrity = integrityOf([digest, value])
  const [attributes] = cms.signedAttributes
  if (attributes === undefined) warn(report, 'no_signed_attributes')
  else report.signatureId = createHash('sha256').update(attributes).update(certificate.der).digest('hex')
  for (const finding of checkForm(cms)) addFinding(report, finding)
  const baseline = readForm(report, cms, filter)
  addFinding(report, checkSigningCertificate(cms, certificate, filter === CADES))
  for (const finding of checkAlgorithms(cms, certificate)) addFinding(report, finding)
  addFinding(report, checkKeyUsage(certificate))
  const tokens = checkTokens(cms, range, context)
  const covering = documentTimestamps.filter(({ upTo }) => upTo >= range.end)
  const identity = { cms, end: range.end, certificate, certificates, ...readTimes(report, tokens, covering) }
  const fileStatuses = checkIdentity(report, identity, context)
  const { anchors, timestampAnchors } = context
  report.level = levelOf({ baseline, chain: report.chain, anchors, timestampAnchors, fileStatuses, tokens, covering })
}

function readCms(report: SignatureReport, contents: Uint8Array): ParsedCms | null {
  try {
    return parseCms(contents)
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
    addFinding(report, formatFailure(error.code))
    return null
  }
}

/** PAdES baseline requires signing-certificate and /M, and forbids signing-time (ETSI EN 319 142-1 §6.3). */
function readForm(report: SignatureReport, cms: ParsedCms, filter: string): boolean {
  if (cms.commitment !== null) report.commitment = cms.commitment
  const isBaseline = filter === CADES && cms.signingCertificate !== null && report.claimed_at !== null
  report.claimed_at ??= cms.signingTime
  report.signed_at = report.claimed_at
  if (filter === CADES && cms.signingTime) warn(report, 'signing_time_attribute_present')
  return isBaseline && !cms.signingTime
}

/** Signature timestamps: over the signature value (RFC 3161 appendix A, ETSI EN 319 122-1 §5.3). */
function checkTokens(cms: ParsedCms, range: SignedRange, context: VerificationContext): (CheckedTimestamp | null)[] {
  return cms.timestampTokens
    .slice(0, MAX_TOKENS)
    .map((token) => checkTimestamp(token, { kind: 'signature', bytes: cms.signature, end: range.end }, context))
}

/** The proven times. An invalid timestamp is reported and otherwise ignored. */
function readTimes(
  report: SignatureReport,
  tokens: readonly (CheckedTimestamp | null)[],
  covering: readonly DocumentTimestamp[],
): { times: ProvenTime; stamped: Date | null } {
  const read = tokens.flatMap((token) => token ?? [])
  const stamps = [...read, ...covering.map(({ checked }) => checked)]
  report.timestamps = stamps.map((checked) => checked.report)
  if (tokens.some((token) => token === null || !token.report.valid)) warn(report, 'timestamp_invalid')
  else if (read.some((token) => !token.report.trusted)) warn(report, 'timestamp_untrusted')
  const right = stamps.filter(({ report: { valid } }) => valid)
  const stamped = earliestOf(right.map(({ token }) => ({ time: token.genTime, confirmed: false }))).presumed
  return { times: earliestOf(stamps.flatMap(({ proves }) => proves ?? [])), stamped }
}
