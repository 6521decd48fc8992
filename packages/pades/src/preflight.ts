import { type Certificate, isForSigning, isWeakKey } from './certificate.ts'
import { signatureHash } from './certificate-signature.ts'
import { buildChain } from './chain.ts'
import type { Level } from './levels.ts'
import { sameName } from './distinguished-name.ts'
import type { RevocationStatus } from './revocation.ts'
import { needsNoRevocation } from './revocation/exemption.ts'
import { isAccreditedInEcuador, mayBeInEuropeanList } from './verify/recognised-issuers.ts'
import { shownName } from './distinguished-name.ts'

/**
 * Software that may object to a signature: Adobe's readers, the validators of the European Commission (DSS), FirmaEC.
 */
export type Validator = 'adobe' | 'dss' | 'firmaec'

/** Checks before signing; stable codes, in report order. */
export type PreflightCheck =
  | 'key_usage'
  | 'extended_key_usage'
  | 'key_size'
  | 'key_algorithm'
  | 'certificate_digest'
  | 'validity'
  | 'chain_complete'
  | 'anchored_here'
  | 'recognised_firmaec'
  | 'recognised_eu'
  | 'revocation_source'
  | 'revocation_status'
  | 'timestamp'

/** One check and its result; `detail` holds figures and names for the message. */
export type PreflightLine = {
  check: PreflightCheck
  /** 'problem': the signature cannot be made or will be refused; 'warning': some software will object. */
  status: 'ok' | 'warning' | 'problem'
  /** Who would object. Empty when none does, or when it only matters here. */
  affects: Validator[]
  detail?: Record<string, string | number>
}

/** Inputs of the checks; nothing is fetched. */
export type PreflightInput = {
  certificate: Certificate
  /** Its issuers, as far as included with the key. */
  chain: readonly Certificate[]
  anchors: readonly Certificate[]
  level: Level
  now: Date
  /** The authority's answer; null when not asked. */
  revocation: RevocationStatus | null
  /** True if a timestamp authority is configured. */
  tsa: boolean
}

const allValidators: Validator[] = ['adobe', 'dss', 'firmaec']
const DAY = 86_400_000

/** Days before the end of a certificate from which a warning is given. */
const WARNING_DAYS = [7, 30, 60]

const ok = (check: PreflightCheck, detail?: PreflightLine['detail']): PreflightLine => ({
  check,
  status: 'ok',
  affects: [],
  ...(detail ? { detail } : {}),
})

type Objection = [status: 'warning' | 'problem', affects: Validator[], detail?: PreflightLine['detail']]
const line = (check: PreflightCheck, objection: Objection | null): PreflightLine => {
  if (!objection) return ok(check)
  const [status, affects, detail] = objection
  return { check, status, affects, ...(detail ? { detail } : {}) }
}

/**
 * FirmaEC only offers certificates with digitalSignature; the policy of DSS requires nonRepudiation (ETSI EN 319 412-2
 * §4.3.2 recommends it alone); Adobe accepts either.
 */
function keyUsage({ certificate }: PreflightInput): PreflightLine {
  const uses = certificate.keyUsage
  const detail = { uses: uses?.join(' ') ?? '' }
  if (certificate.isCa || (uses && !isForSigning({ ...certificate, extendedKeyUsage: null })))
    return line('key_usage', ['problem', allValidators, detail])
  const affects: Validator[] = []
  if (!uses?.includes('nonRepudiation')) affects.push('dss')
  if (!uses?.includes('digitalSignature')) affects.push('firmaec')
  return line('key_usage', affects.length > 0 ? ['warning', affects, detail] : null)
}

/** Purposes that Adobe accepts for signing: mail, any, its own, Microsoft's and that of RFC 9336. */
const documentPurposes = new Set([
  '1.3.6.1.5.5.7.3.4',
  '2.5.29.37.0',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
  '1.3.6.1.5.5.7.3.36',
])

function extendedKeyUsage({ certificate }: PreflightInput): PreflightLine {
  const purposes = certificate.extendedKeyUsage
  if (!purposes || purposes.some((purpose) => documentPurposes.has(purpose))) return ok('extended_key_usage')
  const detail = { purposes: purposes.join(' ') }
  const forMachines = !isForSigning({ ...certificate, keyUsage: null })
  return line('extended_key_usage', forMachines ? ['problem', allValidators, detail] : ['warning', ['adobe'], detail])
}

/** ETSI TS 119 312 §7 and the policy of DSS; Adobe's readers and FirmaEC hardly support Ed25519 yet. */
function keyLines({ certificate }: PreflightInput): PreflightLine[] {
  const { publicKey, keyType } = certificate
  const detail = { key: keyType }
  const isUsual = /^(?:RSA |EC P-(?:256|384|521)$)/.test(keyType)
  return [
    line('key_size', isWeakKey(publicKey) ? ['problem', allValidators, detail] : null),
    line('key_algorithm', isUsual ? null : ['warning', ['adobe', 'firmaec'], detail]),
  ]
}

/** The digest of the issuer's signature on the certificate: SHA-1 is no longer accepted. */
function certificateDigest({ certificate }: PreflightInput): PreflightLine {
  const hash = signatureHash(certificate) ?? certificate.signatureAlgorithm
  const isWeak = hash === 'md5' || hash === 'sha1'
  return line('certificate_digest', isWeak ? ['problem', allValidators, { hash }] : null)
}

function validity({ certificate, level, now }: PreflightInput): PreflightLine {
  const { notBefore, notAfter } = certificate
  if (now < notBefore) return line('validity', ['problem', allValidators, { from: notBefore.toISOString() }])
  if (now > notAfter) return line('validity', ['problem', allValidators, { until: notAfter.toISOString() }])
  const days = Math.floor((notAfter.getTime() - now.getTime()) / DAY)
  const within = WARNING_DAYS.find((limit) => days <= limit)
  const detail = { until: notAfter.toISOString(), days }
  if (within === undefined) return ok('validity', detail)
  // with embedded validation data, the signature outlives the certificate
  const outlives = level === 'B-LT' || level === 'B-LTA'
  return line('validity', ['warning', outlives ? [] : allValidators, { ...detail, within }])
}

/** Validators may find missing issuers; a signature with validation data must contain them all. */
function chainComplete({ certificate, chain, anchors, level, now }: PreflightInput): PreflightLine {
  const { path } = buildChain(certificate, [...chain], [...anchors], now)
  const last = path.at(-1) ?? certificate
  if (sameName(last.subjectDer, last.issuerDer) || anchors.some(({ fingerprint }) => fingerprint === last.fingerprint))
    return ok('chain_complete', { certificates: path.length })
  const detail = { missing: shownName(last.issuer) }
  // the issuer is fetched if the certificate has its address
  const isLost = (level === 'B-LT' || level === 'B-LTA') && last.caIssuerUrls.length === 0
  return line('chain_complete', [isLost ? 'problem' : 'warning', ['adobe', 'dss'], detail])
}

/** Without an anchor the signature is shown as "issuer unknown" here; others have their own trust lists. */
function anchoredHere({ certificate, chain, anchors, now }: PreflightInput): PreflightLine {
  const { trusted, reason } = buildChain(certificate, [...chain], [...anchors], now)
  return line('anchored_here', trusted ? null : ['warning', [], { reason: reason ?? 'issuer_unknown' }])
}

function recognition({ certificate }: PreflightInput): PreflightLine[] {
  const detail = { issuer: shownName(certificate.issuer) }
  return [
    line('recognised_firmaec', isAccreditedInEcuador(certificate) ? null : ['warning', ['firmaec'], detail]),
    line('recognised_eu', mayBeInEuropeanList(certificate) ? null : ['warning', ['dss'], detail]),
  ]
}

function revocationLines({ certificate, level, revocation }: PreflightInput): PreflightLine[] {
  if (needsNoRevocation(certificate)) return [ok('revocation_source')]
  const needed = level === 'B-LT' || level === 'B-LTA'
  const { ocspUrls, crlUrls } = certificate
  const hasSource = [...ocspUrls, ...crlUrls].some((url) => /^https?:/i.test(url))
  const objectors: Validator[] = ['adobe', 'dss']
  const source = line('revocation_source', hasSource ? null : [needed ? 'problem' : 'warning', objectors])
  if (!revocation) return [source]
  const { status, revokedAt, reason, problems } = revocation
  // good now but with an announced revocation: not usable for signing
  if (status === 'revoked' || revokedAt) {
    const detail = { since: revokedAt?.toISOString() ?? '', reason: reason ?? '' }
    return [source, line('revocation_status', ['problem', allValidators, detail])]
  }
  if (status === 'good') return [source, ok('revocation_status', { source: revocation.source ?? '' })]
  const detail = { problems: problems.join(' ') }
  return [source, line('revocation_status', [needed ? 'problem' : 'warning', objectors, detail])]
}

function timestamp({ level, tsa }: PreflightInput): PreflightLine {
  return level !== 'B-B' && !tsa ? line('timestamp', ['problem', [], { level }]) : ok('timestamp', { level })
}

/**
 * Predicts before signing whether the certificate may sign, whether the level can be reached, and which common
 * validators would object. Pure; the caller supplies the messages. Foreign trust lists are only known as far as
 * `recognised-issuers.ts`.
 *
 * @returns A line for every applicable check, in a fixed order; 'revocation_status' only when it was asked.
 */
export function preflight(input: PreflightInput): PreflightLine[] {
  return [
    keyUsage(input),
    extendedKeyUsage(input),
    ...keyLines(input),
    certificateDigest(input),
    validity(input),
    chainComplete(input),
    anchoredHere(input),
    ...recognition(input),
    ...revocationLines(input),
    timestamp(input),
  ]
}
