import type { Certificate } from '../certificate.ts'
import { addFinding, warn } from './signature-entry.ts'
import { type CertificateStatus, isSettled } from './evidence.ts'
import type { Finding, SignatureReport } from './report.ts'

const hasSource = ({ ocspUrls, crlUrls }: Certificate): boolean =>
  [...ocspUrls, ...crlUrls].some((url) => /^https?:/i.test(url))

/** The report of the signer's revocation. */
export function revocationOf(
  own: CertificateStatus | undefined,
  chain: readonly Certificate[],
  trusted: boolean,
  asked: boolean,
): SignatureReport['revocation'] {
  if (!own) return trusted && chain.length === 1 ? 'not_needed' : asked ? 'unknown' : 'not_checked'
  if (own.status === 'revoked' || own.revokedAt) return 'revoked'
  return own.status === 'not_checked' && asked ? 'unknown' : own.status
}

/**
 * A revocation without a proof that the signature is older (ETSI EN 319 102-1 §5.3.4): REVOKED_NO_POE. A signature that
 * itself claims a time after the revocation needs no more evidence: REVOKED.
 */
function revokedFinding({ claimed_at: claimed }: SignatureReport, { revokedAt }: CertificateStatus): Finding {
  const isAfter = claimed !== null && revokedAt !== null && claimed >= revokedAt
  return isAfter
    ? { indication: 'TOTAL_FAILED', subindication: 'REVOKED' }
    : { indication: 'INDETERMINATE', subindication: 'REVOKED_NO_POE' }
}

const tryLater = (warning: string): Finding => ({ indication: 'INDETERMINATE', subindication: 'TRY_LATER', warning })

/** Why the signer's own status leaves the verdict open. */
function openFinding(report: SignatureReport, own: CertificateStatus | undefined): Finding {
  if (own?.stale) warn(report, 'revocation_stale')
  if (report.certificate && !hasSource(report.certificate)) warn(report, 'revocation_without_source')
  return tryLater(report.revocation === 'not_checked' ? 'revocation_not_checked' : 'revocation_unknown')
}

/**
 * Revocation of the signer and of the authorities above (ETSI EN 319 102-1 §5.2.6): a revocation counts from its date,
 * and an unknown status leaves the verdict open (TRY_LATER). For an expired certificate there are no more answers:
 * OUT_OF_BOUNDS_NO_POE.
 */
export function addRevocationFindings(
  report: SignatureReport,
  statuses: readonly CertificateStatus[],
  { proven, now, asked }: { proven: Date | null; now: Date; asked: boolean },
): void {
  const [own, ...issuers] = statuses
  report.revocation = revocationOf(own, report.chain, report.trusted, asked)
  Object.assign(report, { revocation_source: own?.source ?? null, revoked_at: own?.revokedAt ?? null })
  const isOpen = report.revocation === 'unknown' || report.revocation === 'not_checked'
  if (own?.status === 'revoked') addFinding(report, revokedFinding(report, own))
  else if (report.revocation === 'revoked') warn(report, 'revoked_later')
  else if (isOpen) addFinding(report, openFinding(report, own))
  const revoked = issuers.find(({ status }) => status === 'revoked')
  if (revoked) addFinding(report, { ...revokedFinding(report, revoked), warning: 'issuer_revoked' })
  else if (!issuers.every(isSettled)) addFinding(report, tryLater('issuer_revocation_unknown'))
  // authorities drop expired certificates: an answer that was not fetched in time is lost
  if (isOpen && proven !== null && report.certificate !== null && report.certificate.notAfter < now) {
    const warning = 'expired_without_revocation'
    addFinding(report, { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE', warning })
  }
}
