import type { Certificate } from './certificate.ts'
import { shownName } from './distinguished-name.ts'
import { PadesError } from './errors.ts'
import type { RevocationStatus } from './revocation.ts'

/** Why a certificate is refused for signing, by error code. */
export type SigningRefusal = 'certificate_expired' | 'certificate_not_yet_valid' | 'certificate_revoked'

/** What decides whether a certificate may sign. */
export type UsableOptions = {
  /** Refusals that the caller accepts, by name; default none. */
  allow?: readonly SigningRefusal[]
  /** Default: the clock of this machine. */
  now?: Date
  /** What its authority says of the certificate, when the caller has asked. */
  revocation?: Pick<RevocationStatus, 'status' | 'revokedAt' | 'reason'> | null
}

/**
 * Refuses a certificate whose signatures nobody would accept: expired or not yet valid, now or at the time that the
 * signature claims, or known as revoked.
 *
 * @throws PadesError 'certificate_expired' and 'certificate_not_yet_valid' { subject }, 'certificate_revoked'
 * { subject, revokedAt, reason }; none that `allow` names.
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
  // certificates give their validity in whole seconds
  const isAfter = (a: Date, b: Date): boolean => Math.floor(a.getTime() / 1000) > Math.floor(b.getTime() / 1000)
  const times = [signingTime, now]
  if (times.some((time) => isAfter(time, certificate.notAfter))) refuse('certificate_expired')
  if (times.some((time) => isAfter(certificate.notBefore, time))) refuse('certificate_not_yet_valid')
  // good at the moment asked for, with a revocation already announced, is no certificate to sign with
  if (revocation?.status === 'revoked' || revocation?.revokedAt)
    refuse('certificate_revoked', { revokedAt: revocation.revokedAt?.toISOString(), reason: revocation.reason })
}
