import { PadesError } from '../errors.ts'
import { fieldsOf, type PdfField } from '../pdf/fields.ts'
import type { PdfFile } from '../pdf/file.ts'
import { nameOf, PdfArray, PdfDict, PdfRef, type PdfValue } from '../pdf/objects.ts'
import { indexOf } from '../pdf/parser.ts'
import { scan } from '../pdf/scan.ts'
import { type WorkBudget, WorkBudgetError, newWorkBudget } from '../work-budget.ts'
import { checkSignedRange } from './byte-range.ts'
import { attempt, describe, type Entry, newEntry, addFinding, unknown } from './signature-entry.ts'
import { isSavedState, type States } from './later-changes.ts'
import type { SignatureReport } from './report.ts'

/** More of them only keep a verifier busy. */
const MAX_DROPPED = 20

const KEY = '/ByteRange'

/** True if the key occurs outside the known dictionaries. */
function hasMore({ bytes }: PdfFile, known: readonly PdfDict[]): boolean {
  for (let at = indexOf(bytes, KEY, 0, bytes.length); at >= 0; at = indexOf(bytes, KEY, at + 1, bytes.length))
    if (!known.some(({ start, end }) => at >= start && at < end)) return true
  return false
}

/** Acrobat's signature over the usage rights of a form (ISO 32000-1 §12.8.2.3): not a person's. */
function isUsageRights(dict: PdfDict): boolean {
  const references = dict.get('Reference')
  const items = references instanceof PdfArray ? references.items : []
  return items.some((item) => {
    const method = item instanceof PdfDict ? nameOf(item.get('TransformMethod')) : null
    return method === 'UR3' || method === 'UR'
  })
}

/** A signature dictionary is indirect, or inside its field. */
function signaturesIn(value: PdfValue | undefined): PdfDict[] {
  const dicts = value instanceof PdfDict ? [value, value.get('V')] : []
  return dicts.filter((dict): dict is PdfDict => dict instanceof PdfDict && dict.get('ByteRange') !== null)
}

/**
 * Signature dictionaries in the file's bytes that no field of its last save holds: the form was dropped, the chain of
 * saves was cut (`/Prev 0`), or the field was never in the form. Streams are not searched, because an attached PDF is
 * not part of the file. Null when the bytes cannot be searched. The search has its own budget, so that it does not use
 * up that of the shown signatures.
 */
function findDropped(file: PdfFile, known: readonly PdfDict[]): PdfDict[] | null {
  if (!hasMore(file, known)) return []
  const starts = new Set(known.map(({ start }) => start))
  try {
    return scan(file.bytes, newWorkBudget())
      .objects.flatMap(({ value }) => signaturesIn(value))
      .filter((dict) => !starts.has(dict.start) && !isUsageRights(dict))
  } catch (error) {
    if (error instanceof PadesError || error instanceof WorkBudgetError) return null
    throw error
  }
}

/** The field of the signature in the revision that it covers. */
function fieldInRevision(signed: PdfFile, dict: PdfDict): PdfField | null {
  const holds = ({ type, value }: PdfField): boolean => type === 'Sig' && signed.dict(value)?.start === dict.start
  return fieldsOf(signed).find(holds) ?? null
}

const nameless = (dict: PdfDict): PdfField => ({
  name: '',
  ref: new PdfRef(0, 0),
  dict,
  type: 'Sig',
  value: dict,
  widgets: [],
})

function openDropped(states: States, dict: PdfDict, budget: WorkBudget): Entry {
  const entry = newEntry(states, nameless(dict))
  const { report } = entry
  addFinding(report, unknown('signature_not_in_form'))
  attempt(report, () => {
    const range = checkSignedRange(states.whole, dict)
    const signed = typeof range === 'string' ? null : states.at(range.end)
    const field = signed && fieldInRevision(signed, dict)
    if (field) Object.assign(entry, { field })
    report.field = entry.field.name
    describe(entry, (field && signed.dict(field.value)) ?? dict, budget)
    // a range over no save of this file is no signature of it
    if (typeof range === 'string' || !signed || !isSavedState(signed)) return
    Object.assign(entry, { dict, range, signed: field && { file: signed, field } })
    report.coversRevision = signed.revisions.length
    report.signedBytes = range.end
  })
  return entry
}

/** The signatures that the last save does not show; a single report when the search is impossible. */
export function openDroppedEntries(
  states: States,
  shown: readonly Entry[],
  budget: WorkBudget,
): { entries: Entry[]; unsearched: SignatureReport[] } {
  const dicts = findDropped(
    states.whole,
    shown.flatMap(({ dict }) => dict ?? []),
  )
  if (dicts) {
    const opened = dicts.slice(0, MAX_DROPPED).map((dict) => openDropped(states, dict, budget))
    // beside shown signatures, one that covers nothing is left over from an attempt
    return { entries: shown.length > 0 ? opened.filter(({ range }) => range) : opened, unsearched: [] }
  }
  const { report } = newEntry(states, nameless(states.whole.trailer))
  addFinding(report, unknown('signature_not_in_form'))
  return { entries: [], unsearched: [report] }
}
