import type { Certificate } from '../certificate.ts'
import { PadesError } from '../errors.ts'
import { type PdfField, fieldsOf } from '../pdf/fields.ts'
import type { PdfFile } from '../pdf/file.ts'
import type { RevocationMaterial } from '../revocation.ts'
import { type WorkBudget, newWorkBudget } from '../work-budget.ts'
import { checkSignature } from './check-signature.ts'
import { openDroppedEntries } from './dropped-signatures.ts'
import {
  attempt,
  checkLaterChanges,
  type Entry,
  isRepeated,
  openEntry,
  tooMany,
  formatFailure,
  addFinding,
  warn,
} from './signature-entry.ts'
import { dssEvidence, onlineEvidence } from './evidence.ts'
import { openStates } from './later-changes.ts'
import type { DocumentTimestamp } from './level.ts'
import { newProofs } from './proof-of-existence.ts'
import { readDss } from './read-dss.ts'
import type { SignatureReport, VerificationReport, Modification } from './report.ts'
import type { Subject, VerificationContext } from './verification-context.ts'
import { coveredBytes } from './byte-range.ts'
import { signerOf } from './identity.ts'
import { type CheckedTimestamp, checkTimestamp } from './timestamps.ts'
import { revocationOf } from './revocation-findings.ts'

/**
 * Sets the author and time of each addition: the first signature over a save that contains it; a later signature over a
 * filled field covers its value. An addition without a later signature has no author.
 */
function attributeChanges(signatures: readonly SignatureReport[]): void {
  const people = signatures
    .filter(({ kind, coversRevision, signer }) => kind !== 'timestamp' && coversRevision > 0 && signer !== null)
    .toSorted((a, b) => a.coversRevision - b.coversRevision)
  for (const { additions } of signatures) for (const change of additions) nameAuthor(change, signatures, people)
}

const own = new Set<Modification['kind']>(['signature_added', 'field_signed', 'timestamp_added'])

function nameAuthor(
  change: Modification,
  signatures: readonly SignatureReport[],
  people: readonly SignatureReport[],
): void {
  const author = own.has(change.kind)
    ? signatures.find(({ field }) => field === change.field)
    : people.find(({ coversRevision }) => coversRevision >= (change.revision ?? Infinity))
  if (!author?.signer) return
  change.by = author.signer.name
  if (author.signed_at) change.at = author.signed_at
}

const BYTES_PER_STEP = 2048

/**
 * Checks a document timestamp (ISO 32000-2 §12.8.5, ETSI EN 319 142-1 §5.4.3): a token over the bytes of the file. If
 * it is valid and trusted, everything before it existed at its time; this proof is added to the context for later
 * checks.
 */
function checkDocumentTimestamp(entry: Entry, context: VerificationContext): CheckedTimestamp | null {
  const { report, range, states } = entry
  if (!range) return null
  const { budget } = context
  budget.spend(range.end / BYTES_PER_STEP)
  const bytes = coveredBytes(states.whole.bytes, range.range)
  const checked = checkTimestamp(range.contents, { kind: 'document', bytes, end: range.end }, context)
  if (!checked) {
    addFinding(report, formatFailure('timestamp_malformed'))
    return null
  }
  const { token, tsa, chain, statuses } = checked
  if (tsa) Object.assign(report, { certificate: tsa, signer: signerOf(tsa) })
  const key = tsa?.keyType ?? ''
  report.algorithms = { digest: token.hash, signature: token.cms.signatureAlgorithm.oid, key }
  const isBroken = checked.report.problems.some((code) => code === 'imprint_mismatch' || code === 'bad_signature')
  const isChecked = tsa && !checked.report.problems.includes('unsupported_algorithm')
  report.integrity = isBroken ? 'broken' : isChecked ? 'intact' : 'not_checked'
  Object.assign(report, { trusted: checked.report.trusted, chain, timestamps: [checked.report] })
  report.signed_at = isBroken ? null : token.genTime
  if (checked.proves) report.time_source = 'timestamp'
  const own = statuses[0]
  if (own) Object.assign(report, { revocation_source: own.source, revoked_at: own.revokedAt })
  report.revocation = revocationOf(own, chain, checked.report.trusted, context.asked)
  for (const finding of checked.findings) addFinding(report, finding)
  if (report.revocation === 'not_checked') warn(report, 'revocation_not_checked')
  if (report.revocation === 'unknown') warn(report, 'revocation_unknown')
  if (checked.proves) context.proofs.add(checked.proves, range.range[1])
  return checked
}

/** Trust, clock and material of a verification. */
export type VerifyOptions = {
  /** Trusted for people's signatures. Without any, valid signatures are INDETERMINATE. */
  anchors: readonly Certificate[]
  /** Trusted for timestamps; default: `anchors`. With an empty list no timestamp proves a time. */
  timestampAnchors?: readonly Certificate[]
  now: Date
  /** More issuers, for signatures that do not contain theirs. */
  intermediates?: readonly Certificate[]
  /** Evidence fetched by the caller, checked like that in the file. */
  material?: RevocationMaterial
  /** Milliseconds by which revocation evidence about a signer may be older than the proven time; default 0. */
  allowanceMs?: number
  /** User or owner password of an encrypted file. */
  password?: string
}

/** More signature fields only keep a verifier busy. */
const MAX_SIGNATURES = 500

/** The report of `verify`, and the certificates for which more evidence could be fetched. */
export type Examination = { report: VerificationReport; subjects: readonly Subject[] }

/** See `verify`. */
export function examine(pdf: Uint8Array, options: VerifyOptions, budget = newWorkBudget()): Examination {
  const states = openStates(pdf, budget, options.password)
  const fields = fieldsOf(states.whole).filter((field) => isSigned(states.whole, field))
  const shown = fields.slice(0, MAX_SIGNATURES).map((field) => openEntry(states, field, budget))
  const entries = shown.filter((entry, place) => !isRepeated(entry, place, shown))
  const dropped = fields.length > MAX_SIGNATURES ? null : openDroppedEntries(states, entries, budget)
  const context = newContext(states.whole, options, budget, entries.length > 0)
  checkEntries(entries, context)
  for (const entry of dropped?.entries ?? []) checkDropped(entry, entries.length === 0, context)
  // oldest first; those that cover no revision come last
  const signatures = entries.map(({ report }) => report)
  signatures.sort((a, b) => (a.coversRevision || Infinity) - (b.coversRevision || Infinity) || 0)
  attributeChanges(signatures)
  for (const { report } of dropped?.entries ?? []) signatures.push(report)
  signatures.push(...(dropped?.unsearched ?? []))
  if (fields.length > MAX_SIGNATURES) signatures.push(tooMany(states))
  return { report: { signatures, summary: summarize(signatures) }, subjects: context.subjects }
}

function isSigned(file: PdfFile, { type, value }: PdfField): boolean {
  try {
    return type === 'Sig' && file.resolve(value) !== null
  } catch (error) {
    // an unreadable value is a failed signature, not a missing one
    if (error instanceof PadesError) return true
    throw error
  }
}

function newContext(
  file: PdfFile,
  options: VerifyOptions,
  budget: WorkBudget,
  isSignedFile: boolean,
): VerificationContext {
  const { anchors, timestampAnchors = anchors, now, intermediates = [], material, allowanceMs = 0 } = options
  const dss = isSignedFile ? readDss(file, budget) : { certificates: [], ocsps: [], crls: [] }
  const pool = [...dss.certificates, ...intermediates, ...(material?.certificates ?? [])]
  const evidence = [dssEvidence(dss, pool), ...(material ? [onlineEvidence(material)] : [])]
  const trust = { anchors, timestampAnchors, now, allowanceMs }
  return {
    ...trust,
    budget,
    pool,
    evidence,
    asked: material !== undefined,
    proofs: newProofs(),
    subjects: [] as Subject[],
  }
}

/** The checklist; document timestamps come before the signatures that they prove. */
function checkEntries(entries: readonly Entry[], context: VerificationContext): void {
  const isTimestamp = ({ report }: Entry): boolean => report.kind === 'timestamp'
  const outermostFirst = entries
    .filter((entry) => isTimestamp(entry) && entry.range !== null)
    .toSorted((a, b) => (b.range?.end ?? 0) - (a.range?.end ?? 0))
  const stamps: DocumentTimestamp[] = []
  for (const entry of outermostFirst) {
    attempt(entry.report, () => {
      const checked = checkDocumentTimestamp(entry, context)
      if (checked && entry.range) stamps.unshift({ checked, upTo: entry.range.range[1] })
    })
  }
  for (const entry of entries) {
    attempt(entry.report, () => {
      if (!isTimestamp(entry)) checkSignature(entry, context, stamps)
      checkLaterChanges(entry, context.budget)
    })
  }
}

/**
 * A signature that the last save does not show. If others are shown, their findings about the file stand and this one
 * is only reported; otherwise the file is a changed version of the signed one.
 */
function checkDropped(entry: Entry, isAlone: boolean, context: VerificationContext): void {
  attempt(entry.report, () => {
    if (entry.report.kind !== 'timestamp') checkSignature(entry, context, [])
    if (isAlone) checkLaterChanges(entry, context.budget)
  })
}

/** The worst verdict counts for the file. Timestamps alone prove its time, not a signature. */
function summarize(signatures: readonly SignatureReport[]): VerificationReport['summary'] {
  const isPlainTimestamp = ({ kind, warnings }: SignatureReport): boolean =>
    kind === 'timestamp' && !warnings.includes('signature_not_in_form')
  if (signatures.some(({ indication }) => indication === 'TOTAL_FAILED')) return 'invalid'
  if (signatures.every(isPlainTimestamp)) return 'unsigned'
  return signatures.every(({ indication }) => indication === 'TOTAL_PASSED') ? 'valid' : 'indeterminate'
}
