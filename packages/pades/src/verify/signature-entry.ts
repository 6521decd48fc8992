import { toVisible } from '@foja/pdf-core/geometry'
import { PadesError } from '../errors.ts'
import type { PdfField } from '../pdf/fields.ts'
import type { PdfFile } from '../pdf/file.ts'
import { nameOf, type PdfDict, textOf, PdfRef } from '../pdf/objects.ts'
import { readPermissions } from '../pdf/permissions.ts'
import { type WorkBudget, WorkBudgetError } from '../work-budget.ts'
import { checkSignedRange, type SignedRange } from './byte-range.ts'
import { fieldInState, findLaterChanges, isSavedState, type States } from './later-changes.ts'
import type { Finding, SignatureReport } from './report.ts'
import type { Rectangle } from '../appearance/geometry.ts'
import { boxOf, geometryOf, pagesOf } from '../pdf/pages.ts'
import { itemsOf } from './changed-objects.ts'

/** A PDF date (ISO 32000-2 §7.9.4): `D:YYYYMMDDHHmmSSOHH'mm`; what is left out is the earliest. Null when malformed. */
export function readDate(text: string | null): Date | null {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)(?:'?(\d\d))?)?/.exec(text ?? '')
  if (!parts) return null
  const at = (index: number, fallback: number): number => (parts[index] === undefined ? fallback : Number(parts[index]))
  const utc = Date.UTC(at(1, 0), at(2, 1) - 1, at(3, 1), at(4, 0), at(5, 0), at(6, 0))
  const offset = (at(9, 0) * 60 + at(10, 0)) * 60_000
  return new Date(parts[8] === '-' ? utc + offset : utc - offset)
}

type Claims = Pick<SignatureReport, 'reason' | 'location' | 'contactInfo'>

/** The signer's own statements: signed, but unverified. */
function readClaims(file: PdfFile, dict: PdfDict): Claims {
  const read = (key: string): string | undefined => textOf(file.resolve(dict.get(key))) ?? undefined
  const all = { reason: read('Reason'), location: read('Location'), contactInfo: read('ContactInfo') }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** Place where a signature is shown; null when it is invisible or on no page. */
function findPlace(file: PdfFile, field: PdfField, budget: WorkBudget): Rectangle | null {
  const [widget] = field.widgets
  const rect = widget && boxOf(file, widget.dict.get('Rect'))
  if (!widget || !rect || rect.x1 <= rect.x0 || rect.y1 <= rect.y0) return null
  let number = 0
  // the page that lists the widget, since /P is optional and proves nothing
  for (const page of pagesOf(file)) {
    number++
    const annotations = itemsOf(file, page.dict.get('Annots'))
    budget.spend(annotations.length + 1)
    const isHere = annotations.some((item) => item instanceof PdfRef && item.number === widget.ref.number)
    if (isHere) return { page: number, ...toVisible(rect, geometryOf(file, page)) }
  }
  return null
}

/** SubFilter of PAdES signatures (ETSI EN 319 142-1 §6.3). */
export const CADES = 'ETSI.CAdES.detached'

/** SubFilter of the signatures before PAdES (ISO 32000-2 §12.8.3.3). */
export const PKCS7 = 'adbe.pkcs7.detached'
const TIMESTAMP = 'ETSI.RFC3161'

/** One signature in the checklist. */
export type Entry = {
  states: States
  field: PdfField
  dict: PdfDict | null
  report: SignatureReport
  /** Null until the range has been checked, and when it is wrong. */
  range: SignedRange | null
  /** The signed file, with the signature's own field. */
  signed: { file: PdfFile; field: PdfField } | null
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
    claimed_at: null,
    time_source: 'claimed',
    timestamps: [],
    integrity: 'not_checked',
    coversWholeFile: false,
    signedBytes: 0,
    coversRevision: 0,
    revisions: states.whole.revisions.length,
    modifiedAfter: false,
    modifications: [],
    additions: [],
    trusted: false,
    chain: [],
    revocation: 'not_checked',
    revocation_source: null,
    revoked_at: null,
    algorithms: null,
    warnings: [],
  }
}

/**
 * Lowers the verdict; the first of the worst findings names it. Findings that no later answer can settle take
 * precedence over TRY_LATER.
 */
export function addFinding(report: SignatureReport, finding: Finding | null): void {
  if (!finding) return
  if (finding.warning) warn(report, finding.warning)
  const isWorse =
    report.indication === 'TOTAL_PASSED' ||
    (report.subindication === 'TRY_LATER' && finding.subindication !== 'TRY_LATER') ||
    (report.indication === 'INDETERMINATE' && finding.indication === 'TOTAL_FAILED')
  if (!isWorse) return
  report.indication = finding.indication
  report.subindication = finding.subindication
}

/** Adds a remark without effect on the verdict; once. */
export function warn(report: SignatureReport, warning: string): void {
  if (!report.warnings.includes(warning)) report.warnings.push(warning)
}

/** Reports a malformed signature. */
export const formatFailure = (warning: string): Finding => ({
  indication: 'TOTAL_FAILED',
  subindication: 'FORMAT_FAILURE',
  warning,
})

/** Reports a signature that cannot be examined. */
export const unknown = (warning: string): Finding => ({
  indication: 'INDETERMINATE',
  subindication: 'GENERIC',
  warning,
})

/** The report for the fields beyond the limit. */
export function tooMany(states: States): SignatureReport {
  const report = emptyReport(states, '')
  addFinding(report, unknown('too_many_signatures'))
  return report
}

/** Any internal failure makes this signature worse, never better, and does not affect others. */
export function attempt(report: SignatureReport, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (error instanceof WorkBudgetError) addFinding(report, unknown('too_large_to_compare'))
    else if (error instanceof PadesError) addFinding(report, formatFailure('file_damaged'))
    else throw error
  }
}

/** A signature before its checks. */
export const newEntry = (states: States, field: PdfField): Entry => ({
  states,
  field,
  dict: null,
  report: emptyReport(states, field.name),
  range: null,
  signed: null,
})

/** Step 1: reads the signature's own data and finds the save of the file that it covers. */
export function openEntry(states: States, field: PdfField, budget: WorkBudget): Entry {
  const entry = newEntry(states, field)
  const { report } = entry
  attempt(report, () => {
    const dict = states.whole.dict(field.value)
    if (!dict) return addFinding(report, formatFailure('signature_dictionary_unreadable'))
    entry.dict = dict
    describe(entry, dict, budget)
    const range = checkRange(states.whole, dict, report)
    entry.signed = range && checkRevision(states, field, dict, report, range)
    entry.range = entry.signed && range
  })
  return entry
}

/** Two fields that held the same signature when it was made count as one signature, reported once. */
export function isRepeated(entry: Entry, place: number, entries: readonly Entry[]): boolean {
  const { signed, dict } = entry
  return signed !== null && entries.slice(0, place).some((other) => other.signed && other.dict?.start === dict?.start)
}

/** The signature's own claims. */
export function describe({ states, field, report }: Entry, dict: PdfDict, budget: WorkBudget): void {
  const file = states.whole
  const filter = nameOf(file.resolve(dict.get('SubFilter')))
  const isTimestamp = filter === TIMESTAMP || nameOf(file.resolve(dict.get('Type'))) === 'DocTimeStamp'
  report.kind = isTimestamp
    ? 'timestamp'
    : readPermissions(file, dict, field.dict).certifies
      ? 'certification'
      : 'signature'
  report.level = isTimestamp ? 'timestamp' : 'unknown'
  // a timestamp's /M is no claim of a signer: its time is inside
  report.claimed_at = isTimestamp ? null : readDate(textOf(file.resolve(dict.get('M'))))
  report.signed_at = report.claimed_at
  Object.assign(report, readClaims(file, dict))
  const place = findPlace(file, field, budget)
  if (place) Object.assign(report, { page: place.page, rectangle: place })
}

/** ByteRange, /Contents and the gap. */
function checkRange(file: PdfFile, dict: PdfDict, report: SignatureReport): SignedRange | null {
  const range = checkSignedRange(file, dict)
  if (typeof range !== 'string') return range
  addFinding(report, formatFailure(range))
  return null
}

/** The signed bytes are one save of the file, in which the same field holds the same signature. */
function checkRevision(
  states: States,
  field: PdfField,
  dict: PdfDict,
  report: SignatureReport,
  { end }: SignedRange,
): Entry['signed'] {
  const file = states.at(end)
  if (!file || !isSavedState(file)) {
    addFinding(report, formatFailure('end_is_not_a_revision'))
    return null
  }
  report.coversRevision = file.revisions.length
  report.signedBytes = end
  report.coversWholeFile = end === states.whole.bytes.length
  const own = fieldInState(file, field, dict)
  if (!own) addFinding(report, formatFailure('signature_not_in_signed_revision'))
  return own && { file, field: own }
}

/** Step 8: everything saved after it. */
export function checkLaterChanges({ states, signed, report }: Entry, budget: WorkBudget): void {
  const dict = signed?.file.dict(signed.field.value)
  if (!signed || !dict) return
  const { modifications, additions, doubts } = findLaterChanges(states, signed.file, signed.field, dict, budget)
  Object.assign(report, { modifications, additions, modifiedAfter: modifications.length > 0 })
  if (modifications.length > 0)
    addFinding(report, { indication: 'TOTAL_FAILED', subindication: 'MODIFIED_AFTER_SIGNING' })
  for (const warning of doubts)
    addFinding(report, { indication: 'INDETERMINATE', subindication: 'MODIFIED_AFTER_SIGNING', warning })
}
