import type { Certificate } from '../certificate.ts'
import { ExtensionOid } from '../certificate-extensions.ts'

/** id-etsi-ext-valassured-ST-certs (ETSI EN 319 412-1 §5.2): short-lived, so never revoked. */
const validityAssured = '0.4.0.194121.2.1'
/** noRevAvail (RFC 9608 §2): the issuer publishes no revocation information about this certificate. */
const noRevocationAvailable = '2.5.29.56'
const freshestCrl = '2.5.29.46'

const has = ({ extensions }: Certificate, type: string): boolean => extensions.some(({ oid }) => oid === type)

/**
 * True if the issuer says that the certificate needs no revocation check. Authorities' certificates never qualify, nor
 * does one with a revocation address: the two statements contradict each other (RFC 9608 §3, §4). id-pkix-ocsp-nocheck
 * only concerns responders (RFC 6960 §4.2.2.2.1).
 */
export function needsNoRevocation(certificate: Certificate): boolean {
  if (certificate.isCa) return false
  if (has(certificate, validityAssured)) return true
  const isContradicted =
    certificate.ocspUrls.length > 0 ||
    has(certificate, ExtensionOid.crlDistributionPoints) ||
    has(certificate, freshestCrl)
  return has(certificate, noRevocationAvailable) && !isContradicted
}
