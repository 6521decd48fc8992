import type { Certificate } from './certificate.ts'
import { CmsError, type ParsedCms, parseCms } from './cms/parse.ts'
import { PadesError } from './errors.ts'
import { type PdfField, fieldsOf } from './pdf/fields.ts'
import type { PdfFile } from './pdf/file.ts'
import { nameOf, type PdfDict, textOf } from './pdf/objects.ts'
import { readPermissions } from './pdf/permissions.ts'
import { type Budget, BudgetError, newBudget } from './verify/budget.ts'
import { checkSignedRange, coveredBytes, type SignedRange } from './verify/byte-range.ts'
import { findPlace, readClaims, readDate } from './verify/claims.ts'
import {
  checkKeyUsage,
  checkSigningCertificate,
  checkTrust,
  findSigner,
  readCertificates,
  signerOf,
} from './verify/identity.ts'
import { fieldInState, findLaterChanges, isSavedState, openStates, type States } from './verify/later-changes.ts'
import type { Finding, SignatureReport, VerificationReport } from './verify/report.ts'
import { checkAlgorithms, checkDigest, checkSignatureValue } from './verify/signature-value.ts'

export type { Indication, Modification, SignatureReport, Subindication, VerificationReport } from './verify/report.ts'

export type VerifyOptions = {
  /** Roots that are trusted. Without any, a good signature is INDETERMINATE: intact, issuer unknown. */
  anchors: readonly Certificate[]
  now: Date
  /** More issuers, for signatures that do not carry theirs. */
  intermediates?: readonly Certificate[]
}

/** More signature fields than this only serve to keep a verifier busy. */
const MAX_SIGNATURES = 500

/** Hashing so many bytes takes about as long as one step of the budget. */
const BYTES_PER_STEP = 2048

const CADES = 'ETSI.CAdES.detached'
const PKCS7 = 'adbe.pkcs7.detached'
const TIMESTAMP = 'ETSI.RFC3161'

/**
 * Verifies every signature of a PDF, found through its form fields. The file is never repaired: one that cannot be
 * read exactly is not judged.
 *
 * @throws PadesError `pdf_not_a_pdf`, `pdf_encrypted`, `pdf_damaged` or `pdf_signed_and_damaged` when the file itself
 * cannot be read. A bad signature is no error but a report.
 */
export function verify(pdf: Uint8Array, options: VerifyOptions): VerificationReport {
  const states = openStates(pdf)
  const budget = newBudget()
  const fields = fieldsOf(states.whole).filter((field) => isSigned(states.whole, field))
  const seen = new Set<number>()
  const signatures = fields.slice(0, MAX_SIGNATURES).map((field) => verifyField(states, field, options, budget, seen))
  // in the order in which they were made; those that cover no revision at all come last
  signatures.sort((a, b) => (a.coversRevision || Infinity) - (b.coversRevision || Infinity) || 0)
  if (fields.length > MAX_SIGNATURES) signatures.push(tooMany(states))
  return { signatures, summary: summarize(signatures) }
}

function isSigned(file: PdfFile, { type, value }: PdfField): boolean {
  try {
    return type === 'Sig' && file.resolve(value) !== null
  } catch (error) {
    // a value that cannot be read is a signature that fails, not one that is absent
    if (error instanceof PadesError) return true
    throw error
  }
}

/** The worst signature speaks for the file. */
function summarize(signatures: readonly SignatureReport[]): VerificationReport['summary'] {
  if (signatures.length === 0) return 'unsigned'
  if (signatures.some(({ indication }) => indication === 'TOTAL_FAILED')) return 'invalid'
  return signatures.every(({ indication }) => indication === 'TOTAL_PASSED') ? 'valid' : 'indeterminate'
}

function emptyReport(states: States, field: string): SignatureReport {
  return {
    field,
    kind: 'signature',
    indication: 'TOTAL_PASSED',
    subindication: null,
    signer: null,
    certificate: null,
    level: 'unknown',
    signed_at: null,
    time_source: 'claimed',
    integrity: 'not_checked',
    coversWholeFile: false,
    coversRevision: 0,
    revisions: states.whole.revisions.length,
    modifiedAfter: false,
    modifications: [],
    additions: [],
    trusted: false,
    chain: [],
    revocation: 'not_checked',
    algorithms: null,
    warnings: [],
  }
}

/** Lowers the verdict; the first of the worst findings names it. */
function object(report: SignatureReport, finding: Finding | null): void {
  if (!finding) return
  if (finding.warning) report.warnings.push(finding.warning)
  const isWorse =
    report.indication === 'TOTAL_PASSED' ||
    (report.indication === 'INDETERMINATE' && finding.indication === 'TOTAL_FAILED')
  if (!isWorse) return
  report.indication = finding.indication
  report.subindication = finding.subindication
}

const formatFailure = (warning: string): Finding => ({
  indication: 'TOTAL_FAILED',
  subindication: 'FORMAT_FAILURE',
  warning,
})
const unknown = (warning: string): Finding => ({ indication: 'INDETERMINATE', subindication: 'GENERIC', warning })

function tooMany(states: States): SignatureReport {
  const report = emptyReport(states, '')
  object(report, unknown('too_many_signatures'))
  return report
}

type Task = {
  states: States
  file: PdfFile
  field: PdfField
  dict: PdfDict
  budget: Budget
  options: VerifyOptions
  report: SignatureReport
}

function verifyField(
  states: States,
  field: PdfField,
  options: VerifyOptions,
  budget: Budget,
  seen: Set<number>,
): SignatureReport {
  const report = emptyReport(states, field.name)
  const file = states.whole
  try {
    const dict = file.dict(field.value)
    if (!dict) object(report, formatFailure('signature_dictionary_unreadable'))
    else if (seen.has(dict.start)) object(report, formatFailure('signature_in_two_fields'))
    else {
      seen.add(dict.start)
      checkSignature({ states, file, field, dict, budget, options, report })
    }
  } catch (error) {
    // whatever goes wrong inside makes this signature worse, never better, and leaves the others alone
    if (error instanceof BudgetError) object(report, unknown('too_large_to_compare'))
    else if (error instanceof PadesError) object(report, formatFailure('file_damaged'))
    else throw error
  }
  return report
}

/** The checklist. Each line is a function; a line that fails leaves the rest undone only when they depend on it. */
function checkSignature(task: Task): void {
  describe(task)
  const range = checkRange(task)
  if (!range) return
  const signed = checkRevision(task, range)
  if (!signed) return
  if (task.report.kind === 'timestamp') object(task.report, unknown('timestamp_not_checked'))
  else checkCms(task, range)
  checkLaterChanges(task, signed)
}

/** What it says about itself. */
function describe({ file, field, dict, budget, report }: Task): void {
  const filter = nameOf(file.resolve(dict.get('SubFilter')))
  const isTimestamp = filter === TIMESTAMP || nameOf(file.resolve(dict.get('Type'))) === 'DocTimeStamp'
  report.kind = isTimestamp
    ? 'timestamp'
    : readPermissions(file, dict, field.dict).certifies
      ? 'certification'
      : 'signature'
  report.level = isTimestamp ? 'timestamp' : 'unknown'
  report.signed_at = isTimestamp ? null : readDate(textOf(file.resolve(dict.get('M'))))
  Object.assign(report, readClaims(file, dict))
  const place = findPlace(file, field, budget)
  if (place) Object.assign(report, { page: place.page, rectangle: place })
}

/** 1. ByteRange, /Contents and the gap. */
function checkRange({ file, dict, report }: Task): SignedRange | null {
  const range = checkSignedRange(file, dict)
  if (typeof range !== 'string') return range
  object(report, formatFailure(range))
  return null
}

/** 1. The signed bytes are one save of the file, in which the same field holds the same signature. */
function checkRevision(
  { states, field, dict, report }: Task,
  { end }: SignedRange,
): { file: PdfFile; field: PdfField } | null {
  const file = states.at(end)
  if (!file || !isSavedState(file)) {
    object(report, formatFailure('end_is_not_a_revision'))
    return null
  }
  report.coversRevision = file.revisions.length
  report.coversWholeFile = end === states.whole.bytes.length
  const own = fieldInState(file, field, dict)
  if (!own) object(report, formatFailure('signature_not_in_signed_revision'))
  return own && { file, field: own }
}

/** 2 to 5. The CMS, the digest, the value, who signed, and whether anybody answers for them. */
function checkCms({ file, dict, budget, options, report }: Task, range: SignedRange): void {
  const filter = nameOf(file.resolve(dict.get('SubFilter')))
  const isSupported = filter === CADES || filter === PKCS7
  const cms = readCms(report, range.contents, isSupported)
  if (!cms) return
  budget.spend(range.end / BYTES_PER_STEP)
  const digest = checkDigest(cms, coveredBytes(file.bytes, range.range))
  object(report, digest)
  if (!isSupported) return object(report, unknown('subfilter_unsupported'))
  const certificates = readCertificates(cms, budget)
  const certificate = findSigner(cms, [...certificates, ...(options.intermediates ?? [])])
  if (!certificate) {
    report.integrity = digest ? 'broken' : 'not_checked'
    return object(report, {
      indication: 'INDETERMINATE',
      subindication: 'NO_SIGNING_CERTIFICATE_FOUND',
      warning: 'signer_certificate_missing',
    })
  }
  Object.assign(report, { certificate, signer: signerOf(certificate) })
  report.algorithms = { digest: cms.digestAlgorithm, signature: cms.signatureAlgorithm.oid, key: certificate.keyType }
  const value = checkSignatureValue(cms, certificate)
  object(report, value)
  report.integrity = digest || value ? 'broken' : 'intact'
  checkLevel(report, cms, filter)
  object(report, checkSigningCertificate(cms, certificate, filter === CADES))
  for (const finding of checkAlgorithms(cms, certificate)) object(report, finding)
  object(report, checkKeyUsage(certificate))
  const issuers = [...certificates, ...(options.intermediates ?? [])]
  const trust = checkTrust(certificate, issuers, options.anchors, { claimed: report.signed_at, now: options.now })
  Object.assign(report, { trusted: trust.trusted, chain: trust.chain })
  for (const finding of trust.findings) object(report, finding)
  report.warnings.push('revocation_not_checked')
}

function readCms(report: SignatureReport, contents: Uint8Array, isSupported: boolean): ParsedCms | null {
  try {
    return parseCms(contents)
  } catch (error) {
    if (!(error instanceof CmsError)) throw error
    // older kinds (adbe.x509.rsa_sha1) hold no CMS: that is no fault of theirs
    object(report, isSupported ? formatFailure(error.code) : unknown('subfilter_unsupported'))
    return null
  }
}

/** PAdES baseline wants signing-certificate and /M, and no signing-time (ETSI EN 319 142-1 §6.3). */
function checkLevel(report: SignatureReport, cms: ParsedCms, filter: string): void {
  report.level = filter === CADES && cms.signingCertificate && report.signed_at && !cms.signingTime ? 'B-B' : 'CMS'
  report.signed_at ??= cms.signingTime
  if (filter === CADES && cms.signingTime) report.warnings.push('signing_time_attribute_present')
  if (cms.timestampToken) report.warnings.push('timestamp_not_checked')
}

/** 8. Everything that was saved after it. */
function checkLaterChanges({ states, budget, report }: Task, signed: { file: PdfFile; field: PdfField }): void {
  const dict = signed.file.dict(signed.field.value)
  if (!dict) return
  const { modifications, additions } = findLaterChanges(states, signed.file, signed.field, dict, budget)
  Object.assign(report, { modifications, additions, modifiedAfter: modifications.length > 0 })
  if (modifications.length > 0) object(report, { indication: 'TOTAL_FAILED', subindication: 'MODIFIED_AFTER_SIGNING' })
  else if (additions.some(({ kind }) => kind === 'annotation_added')) {
    object(report, {
      indication: 'INDETERMINATE',
      subindication: 'MODIFIED_AFTER_SIGNING',
      warning: 'annotations_added',
    })
  }
}
