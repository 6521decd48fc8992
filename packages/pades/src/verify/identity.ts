import { type Certificate, isForSigning, parseCertificate } from '../certificate.ts'
import { buildChain, type ChainResult } from '../chain.ts'
import { sameBytes } from '../cms/der.ts'
import { digestOf, isKnownDigest } from '../cms/digest.ts'
import { toHex } from '../cms/bytes.ts'
import type { CertificateId, ParsedCms } from '../cms/parse.ts'
import { sameName } from '../distinguished-name.ts'
import { publicKeyHash } from '../ocsp/certificate-id.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { Finding, ReportSigner } from './report.ts'
import { shownName } from '../distinguished-name.ts'

/** A CMS contains three or four certificates; hundreds only keep a verifier busy. */
const MAX_CERTIFICATES = 32
/** Cost of reading a certificate and trying it as an issuer, in steps of the budget. */
const CERTIFICATE_STEPS = 10_000

/** The readable certificates of a CMS; a damaged one counts as absent. */
export function readCertificates(cms: ParsedCms, budget: WorkBudget): Certificate[] {
  budget.spend(Math.min(cms.certificates.length, MAX_CERTIFICATES) * CERTIFICATE_STEPS)
  return cms.certificates.slice(0, MAX_CERTIFICATES).flatMap((der) => {
    try {
      return [parseCertificate(der)]
    } catch {
      return []
    }
  })
}

/** Names are compared as in RFC 5280 §7.1; an unreadable one matches none. */
function isIssuer(name: Uint8Array, certificate: Certificate): boolean {
  try {
    return sameName(name, certificate.issuerDer)
  } catch {
    return false
  }
}

/** SubjectKeyIdentifier, or its usual derivation where a certificate lacks it (RFC 5280 §4.2.1.2 (1)). */
const keyIdOf = (certificate: Certificate): string =>
  certificate.subjectKeyId?.toLowerCase() ?? toHex(publicKeyHash(certificate, 'sha1'))

/** The certificate is the one in signing-certificate(-v2). */
function isStated(id: CertificateId | null, certificate: Certificate): boolean {
  return id !== null && isKnownDigest(id.hash) && sameBytes(digestOf(id.hash, [certificate.der]), id.certHash)
}

/**
 * The certificate named by SignerInfo (RFC 5652 §5.3). Of several with that name, such as a renewed one or a decoy, the
 * one in the signing-certificate attribute.
 */
export function findSigner(cms: ParsedCms, certificates: readonly Certificate[]): Certificate | null {
  const { signer } = cms
  const named = certificates.filter((certificate) =>
    signer.kind === 'key-id'
      ? keyIdOf(certificate) === toHex(signer.keyId)
      : certificate.serialNumber === signer.serial && isIssuer(signer.issuer, certificate),
  )
  if (named.length < 2) return named[0] ?? null
  return named.find((certificate) => isStated(cms.signingCertificate, certificate)) ?? named[0] ?? null
}

/**
 * signing-certificate(-v2) binds the signature to one certificate (RFC 5035 §4): without this check, another
 * certificate for the same key could replace the signer's. PAdES requires it; plain PKCS#7 has none.
 */
export function checkSigningCertificate(cms: ParsedCms, certificate: Certificate, demanded: boolean): Finding | null {
  const id = cms.signingCertificate
  const undecided = (warning: string): Finding => ({
    indication: 'INDETERMINATE',
    subindication: 'SIG_CONSTRAINTS_FAILURE',
    warning,
  })
  if (!id) return demanded ? undecided('signing_certificate_attribute_missing') : null
  if (!isKnownDigest(id.hash)) return undecided('signing_certificate_digest_unsupported')
  if (!isStated(id, certificate)) {
    return {
      indication: 'TOTAL_FAILED',
      subindication: 'SIG_CONSTRAINTS_FAILURE',
      warning: 'signing_certificate_replaced',
    }
  }
  const sameIssuer = !id.issuer || isIssuer(id.issuer, certificate)
  const sameSerial = !id.serial || certificate.serialNumber === id.serial
  return sameIssuer && sameSerial ? null : undecided('signing_certificate_issuer_differs')
}

/** The certificate may sign documents. */
export function checkKeyUsage(certificate: Certificate): Finding | null {
  if (isForSigning(certificate)) return null
  return {
    indication: 'INDETERMINATE',
    subindication: 'CHAIN_CONSTRAINTS_FAILURE',
    warning: 'certificate_not_for_signing',
  }
}

const chainFindings: Record<NonNullable<ChainResult['reason']>, Finding> = {
  issuer_unknown: {
    indication: 'INDETERMINATE',
    subindication: 'NO_CERTIFICATE_CHAIN_FOUND',
    warning: 'issuer_unknown',
  },
  bad_signature: {
    indication: 'INDETERMINATE',
    subindication: 'NO_CERTIFICATE_CHAIN_FOUND',
    warning: 'chain_signature_wrong',
  },
  expired: { indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE', warning: 'certificate_expired' },
  not_yet_valid: {
    indication: 'INDETERMINATE',
    subindication: 'OUT_OF_BOUNDS_NO_POE',
    warning: 'certificate_not_yet_valid',
  },
  not_a_ca: {
    indication: 'INDETERMINATE',
    subindication: 'CHAIN_CONSTRAINTS_FAILURE',
    warning: 'issuer_is_no_authority',
  },
  path_length: { indication: 'INDETERMINATE', subindication: 'CHAIN_CONSTRAINTS_FAILURE', warning: 'chain_too_long' },
  unknown_critical_extension: {
    indication: 'INDETERMINATE',
    subindication: 'CHAIN_CONSTRAINTS_FAILURE',
    warning: 'chain_extension_unknown',
  },
  name_constraints: {
    indication: 'INDETERMINATE',
    subindication: 'CHAIN_CONSTRAINTS_FAILURE',
    warning: 'name_not_permitted',
  },
  weak_algorithm: {
    indication: 'INDETERMINATE',
    subindication: 'CRYPTO_CONSTRAINTS_FAILURE',
    warning: 'chain_algorithm_weak',
  },
}

/** Consequence of an invalid chain for a signature. */
export const chainFinding = (reason: ChainResult['reason']): Finding => chainFindings[reason ?? 'issuer_unknown']

/** Whether a certificate's path reaches an anchor, the path, and its problem. */
export type Trust = { trusted: boolean; chain: Certificate[]; findings: Finding[] }

/**
 * Checks the chain at the earliest proven time of the signature. The claimed time proves nothing, so without a
 * timestamp that time is now: a certificate that has expired since could have been misused afterwards (ETSI EN 319
 * 102-1 §5.2.6.4, OUT_OF_BOUNDS_NO_POE).
 */
export function checkTrust(
  leaf: Certificate,
  others: readonly Certificate[],
  anchors: readonly Certificate[],
  times: { claimed: Date | null; proven: Date | null; now: Date },
): Trust {
  const { claimed, proven, now } = times
  const path = buildChain(leaf, [...others], [...anchors], proven ?? now)
  const findings = path.trusted ? [] : [chainFinding(path.reason)]
  if (proven === null && claimed && (claimed < leaf.notBefore || claimed > leaf.notAfter)) {
    const warning = 'claimed_time_outside_certificate'
    findings.push({ indication: 'INDETERMINATE', subindication: 'OUT_OF_BOUNDS_NO_POE', warning })
  }
  return { trusted: path.trusted, chain: path.path, findings }
}

/** The signer's identity according to the certificate. */
export const signerOf = (certificate: Certificate): ReportSigner => ({
  name: shownName(certificate.subject),
  organization: certificate.subject.organization ?? null,
  serial: certificate.serialNumber,
  issuer: certificate.issuer.commonName ?? certificate.issuer.organization ?? certificate.issuer.text,
  country: certificate.subject.country ?? null,
})
