import type { Certificate } from './certificate.ts'
import { shownName } from './distinguished-name.ts'
import { PadesError } from './errors.ts'
import type { RevocationStatus } from './revocation.ts'

/** Why a certificate is refused for signing, as error codes. */
export type SigningRefusal = 'certificate_expired' | 'certificate_not_yet_valid' | 'certificate_revoked'

/** Facts that decide whether a certificate may sign. */
export type UsableOptions = {
  /** Refusals to ignore; default none. */
  allow?: readonly SigningRefusal[]
  /** Default: the clock of this machine. */
  now?: Date
  /** The revocation status, if the caller asked for it. */
  revocation?: Pick<RevocationStatus, 'status' | 'revokedAt' | 'reason'> | null
}

/**
 * Refuses a certificate whose signatures would not be accepted: expired or not yet valid, now or at the claimed time of
 * the signature, or known as revoked.
 *
 * @throws PadesError 'certificate_expired' and 'certificate_not_yet_valid' { subject }, 'certificate_revoked' {
 * subject, revokedAt, reason }; none that `allow` names.
 */
export function requireUsable(
  certificate: Certificate,
  signingTime: Date,
  { allow = [], now = new Date(), revocation = null }: UsableOptions,
): void {
  const subject = shownName(certificate.subject)
  const refuse = (code: SigningRefusal, detail: Record<string, unknown> = {}): void => {
    if (!allow.includes(code)) throw new PadesError(code, { subject, ...detail })
  }
  // validity dates have whole seconds
  const isAfter = (a: Date, b: Date): boolean => Math.floor(a.getTime() / 1000) > Math.floor(b.getTime() / 1000)
  const times = [signingTime, now]
  if (times.some((time) => isAfter(time, certificate.notAfter))) refuse('certificate_expired')
  if (times.some((time) => isAfter(certificate.notBefore, time))) refuse('certificate_not_yet_valid')
  // good now but with an announced revocation: not usable for signing
  if (revocation?.status === 'revoked' || revocation?.revokedAt)
    refuse('certificate_revoked', { revokedAt: revocation.revokedAt?.toISOString(), reason: revocation.reason })
}
