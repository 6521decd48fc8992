import type { Certificate } from '../certificate.ts'
import { PadesError } from '../errors.ts'
import { type PdfField, fieldsOf } from '../pdf/fields.ts'
import type { PdfFile } from '../pdf/file.ts'
import type { RevocationMaterial } from '../revocation.ts'
import { type WorkBudget, newWorkBudget } from '../work-budget.ts'
import { checkDocumentTimestamp } from './check-document-timestamp.ts'
import { checkSignature } from './check-signature.ts'
import { openDroppedEntries } from './dropped-signatures.ts'
import { attempt, checkLaterChanges, type Entry, isRepeated, openEntry, tooMany } from './signature-entry.ts'
import { dssEvidence, onlineEvidence } from './evidence.ts'
import { openStates } from './later-changes.ts'
import type { DocumentTimestamp } from './level.ts'
import { attributeChanges } from './attribute-changes.ts'
import { newProofs } from './proof-of-existence.ts'
import { readDss } from './read-dss.ts'
import type { SignatureReport, VerificationReport } from './report.ts'
import type { Subject, VerificationContext } from './verification-context.ts'

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
