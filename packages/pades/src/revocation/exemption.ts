import type { Certificate } from '../certificate.ts'
import { ExtensionOid } from '../certificate-extensions.ts'

/** id-etsi-ext-valassured-ST-certs (ETSI EN 319 412-1 §5.2): valid for so short a time that it is never revoked. */
const validityAssured = '0.4.0.194121.2.1'
/** noRevAvail (RFC 9608 §2): the issuer publishes no revocation information about this certificate. */
const noRevocationAvailable = '2.5.29.56'
const freshestCrl = '2.5.29.46'

const has = ({ extensions }: Certificate, type: string): boolean => extensions.some(({ oid }) => oid === type)

/**
 * True if the issuer says that the certificate needs no revocation check. An authority's certificate never qualifies,
 * nor does one that names a place to ask as well: the two statements contradict each other (RFC 9608 §3, §4).
 * id-pkix-ocsp-nocheck is about responders alone (RFC 6960 §4.2.2.2.1) and exempts nobody here.
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
