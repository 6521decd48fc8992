import { CmsError, type ParsedCms, parseCms } from '../cms/parse.ts'
import type { Certificate } from '../certificate.ts'
import { nameOf } from '../pdf/objects.ts'
import { coveredBytes, type SignedRange } from './byte-range.ts'
import { CADES, type Entry, formatFailure, object, PKCS7, unknown, warn } from './entry.ts'
import { type CertificateStatus, checkChainRevocation, embeddedEvidence, ofFile } from './evidence.ts'
import {
  checkKeyUsage,
  checkSigningCertificate,
  checkTrust,
  findSigner,
  readCertificates,
  signerOf,
} from './identity.ts'
import { type DocumentTimestamp, levelOf } from './level.ts'
import { earliestOf } from './proof.ts'
import type { SignatureReport } from './report.ts'
import { checkAlgorithms, checkDigest, checkForm, checkSignatureValue, integrityOf } from './signature-value.ts'
import { type CheckedTimestamp, checkTimestamp } from './timestamps.ts'
import type { World } from './world.ts'

/** Hashing so many bytes takes about as long as one step of the budget. */
const BYTES_PER_STEP = 2048
/** One timestamp is usual, a second one possible. */
const MAX_TOKENS = 4

/** 2 to 7. The CMS, the digest, the value, who signed, when, and whether anybody answers for them. */
export function checkSignature(entry: Entry, world: World, documentTimestamps: readonly DocumentTimestamp[]): void {
  const { states, dict, range, report } = entry
  if (!range || !dict) return
  const { budget } = world
  const filter = nameOf(states.whole.resolve(dict.get('SubFilter')))
  // older kinds (adbe.x509.rsa_sha1) hold no CMS: that is no fault of theirs
  if (filter !== CADES && filter !== PKCS7) return object(report, unknown('subfilter_unsupported'))
  const cms = readCms(report, range.contents)
  if (!cms) return
  budget.spend(range.end / BYTES_PER_STEP)
  const covered = coveredBytes(states.whole.bytes, range.range)
  const digest = checkDigest(cms, covered)
  object(report, digest)
  const certificates = [...readCertificates(cms, budget), ...world.pool]
  const certificate = findSigner(cms, certificates)
  if (!certificate) {
    report.integrity = digest?.indication === 'TOTAL_FAILED' ? 'broken' : 'not_checked'
    return object(report, {
      indication: 'INDETERMINATE',
      subindication: 'NO_SIGNING_CERTIFICATE_FOUND',
      warning: 'signer_certificate_missing',
    })
  }
  Object.assign(report, { certificate, signer: signerOf(certificate) })
  report.algorithms = { digest: cms.digestAlgorithm, signature: cms.signatureAlgorithm.oid, key: certificate.keyType }
  const value = checkSignatureValue(cms, certificate, covered)
  object(report, value)
  report.integrity = integrityOf([digest, value])
  if (cms.signedAttributes.length === 0) warn(report, 'no_signed_attributes')
  for (const finding of checkForm(cms)) object(report, finding)
  const baseline = readForm(report, cms, filter)
  object(report, checkSigningCertificate(cms, certificate, filter === CADES))
  for (const finding of checkAlgorithms(cms, certificate)) object(report, finding)
  object(report, checkKeyUsage(certificate))
  const tokens = checkTokens(cms, range, world)
  const covering = documentTimestamps.filter(({ upTo }) => upTo >= range.end)
  const proven = readTime(report, tokens, covering, world.proofs.earliest(range.end))
  const fileStatuses = checkIdentity(report, { cms, range, certificate, certificates, proven }, world)
  report.level = levelOf({ baseline, chain: report.chain, anchors: world.anchors, fileStatuses, tokens, covering })
}

function readCms(report: SignatureReport, contents: Uint8Array): ParsedCms | null {
  try {
    return parseCms(contents)
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
    object(report, formatFailure(error.code))
    return null
  }
}

/** PAdES baseline wants signing-certificate and /M, and no signing-time (ETSI EN 319 142-1 §6.3). */
function readForm(report: SignatureReport, cms: ParsedCms, filter: string): boolean {
  if (cms.commitment !== null) report.commitment = cms.commitment
  const isBaseline = filter === CADES && cms.signingCertificate !== null && report.claimed_at !== null
  report.claimed_at ??= cms.signingTime
  report.signed_at = report.claimed_at
  if (filter === CADES && cms.signingTime) warn(report, 'signing_time_attribute_present')
  return isBaseline && !cms.signingTime
}

/** Signature timestamps: over the signature value (RFC 3161 appendix A, ETSI EN 319 122-1 §5.3). */
function checkTokens(cms: ParsedCms, range: SignedRange, world: World): (CheckedTimestamp | null)[] {
  return cms.timestampTokens
    .slice(0, MAX_TOKENS)
    .map((token) => checkTimestamp(token, { kind: 'signature', bytes: cms.signature, end: range.end }, world))
}

const CLOCK_TOLERANCE = 5 * 60_000

/** The best proven time. A timestamp that does not hold is reported and otherwise as good as absent. */
function readTime(
  report: SignatureReport,
  tokens: readonly (CheckedTimestamp | null)[],
  covering: readonly DocumentTimestamp[],
  documentTime: Date | null,
): Date | null {
  const read = tokens.flatMap((token) => token ?? [])
  report.timestamps = [...read, ...covering.map(({ checked }) => checked)].map((checked) => checked.report)
  if (tokens.some((token) => token === null || !token.report.valid)) warn(report, 'timestamp_invalid')
  else if (read.some((token) => !token.report.trusted)) warn(report, 'timestamp_untrusted')
  const times = read.flatMap(({ proves }) => proves ?? [])
  const proven = earliestOf(documentTime ? [...times, documentTime] : times)
  if (!proven) return null
  report.signed_at = proven
  report.time_source = 'timestamp'
  const { claimed_at: claimed } = report
  if (claimed && claimed.getTime() > proven.getTime() + CLOCK_TOLERANCE) warn(report, 'claimed_time_after_timestamp')
  return proven
}

type Identity = {
  cms: ParsedCms
  range: SignedRange
  certificate: Certificate
  certificates: readonly Certificate[]
  proven: Date | null
}

/**
 * 5 and 6. The chain at the proven time, and the revocation of each of its certificates. Returns what the file alone
 * says of them.
 */
function checkIdentity(report: SignatureReport, identity: Identity, world: World): CertificateStatus[] {
  const { cms, range, certificate, certificates, proven } = identity
  const { anchors, now, budget } = world
  const trust = checkTrust(certificate, certificates, anchors, { claimed: report.claimed_at, proven, now })
  Object.assign(report, { trusted: trust.trusted, chain: trust.chain })
  for (const finding of trust.findings) object(report, finding)
  const embedded = embeddedEvidence(cms, certificates, range.end, budget)
  const evidence = [...world.evidence, embedded]
  const when = { at: proven ?? now, now }
  if (report.integrity === 'intact')
    world.subjects.push({ certificate, certificates, at: when.at, embedded: embedded.material })
  const statuses = checkChainRevocation(trust.chain, evidence, when, budget)
  judgeRevocation(report, statuses, { proven, now, asked: world.asked })
  return world.asked ? checkChainRevocation(trust.chain, ofFile(evidence), when, budget) : statuses
}

/**
 * A revocation counts from its date on. When nothing proves that the signature is older, it fails: stricter than ETSI
 * EN 319 102-1 §5.5.4 (INDETERMINATE, REVOKED_NO_POE), because whoever holds a stolen key writes the date that suits.
 */
function judgeRevocation(
  report: SignatureReport,
  statuses: readonly CertificateStatus[],
  { proven, now, asked }: { proven: Date | null; now: Date; asked: boolean },
): void {
  const [own, ...issuers] = statuses
  const status = own?.status ?? 'not_checked'
  const isRevoked = status === 'revoked' || Boolean(own?.revokedAt)
  report.revocation = isRevoked ? 'revoked' : status === 'not_checked' && asked ? 'unknown' : status
  Object.assign(report, { revocation_source: own?.source ?? null, revoked_at: own?.revokedAt ?? null })
  const revoked = { indication: 'TOTAL_FAILED', subindication: 'REVOKED' } as const
  if (status === 'revoked') object(report, revoked)
  else if (isRevoked) warn(report, 'revoked_later')
  else if (report.revocation === 'unknown') warn(report, 'revocation_unknown')
  else if (report.revocation === 'not_checked') warn(report, 'revocation_not_checked')
  else if (issuers.some((issuer) => issuer.status !== 'good' && issuer.status !== 'revoked'))
    warn(report, 'issuer_revocation_unknown')
  if (issuers.some((issuer) => issuer.status === 'revoked')) object(report, { ...revoked, warning: 'issuer_revoked' })
  // authorities forget certificates that have expired: what was not asked in time nobody can answer any more
  const isExpired = proven !== null && report.certificate !== null && report.certificate.notAfter < now
  if (isExpired && (status === 'unknown' || status === 'not_checked')) {
    const warning = 'expired_without_revocation'
    object(report, { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE', warning })
  }
}
