import { PadesError } from '../errors.ts'
import { type PdfFile, readPdf } from '../pdf/file.ts'
import { type PdfField, fieldsOf } from '../pdf/fields.ts'
import type { PdfDict } from '../pdf/objects.ts'
import { readBaseline } from './read-baseline.ts'
import type { WorkBudget } from '../work-budget.ts'
import { endsRevision, endWithoutSpace } from './byte-range.ts'
import { compareStates } from './compare.ts'
import { readPermissions } from '../pdf/permissions.ts'
import type { Modification } from './report.ts'

/** The file after each save, reopened at most once. */
export type States = {
  whole: PdfFile
  /** The file cut at a length; null when it is not exactly readable. */
  at(end: number): PdfFile | null
}

/** The states of the file after each save, opened on demand. Throws PadesError when the file itself is unreadable. */
/** States are kept until the verdict: a file with many must not decode the same megabytes for each. */
const BYTES_PER_STEP = 8

export function openStates(bytes: Uint8Array, budget: WorkBudget, password?: string): States {
  const shared = new Map()
  const whole = readPdf(bytes, { shared, password })
  const options = { shared, password, spend: (count: number): void => budget.spend(count / BYTES_PER_STEP) }
  const known = new Map<number, PdfFile | null>()
  const open = (end: number): PdfFile | null => {
    try {
      return readPdf(bytes.subarray(0, end), options)
    } catch (error) {
      if (error instanceof PadesError) return null
      throw error
    }
  }
  const at = (end: number): PdfFile | null => {
    if (end === bytes.length) return whole
    const found = known.get(end)
    if (found !== undefined) return found
    const file = open(end)
    known.set(end, file)
    return file
  }
  return { whole, at }
}

/**
 * True if the newest cross-reference section of a cut file is its last revision, so that the cut is at the end of a
 * save.
 */
export function isSavedState(file: PdfFile): boolean {
  const last = file.revisions.at(-1)
  if (!last || !endsRevision(file.bytes, file.bytes.length)) return false
  // a line end after %%EOF may or may not have been signed, and so may a blank line
  const slack = endWithoutSpace(file.bytes) - last.end
  return slack >= -2 && slack <= 0 && file.sections[0] !== undefined && last.sections.includes(file.sections[0])
}

/** The signature's own field in the signed revision; its value must be the dictionary being verified. */
export function fieldInState(signed: PdfFile, field: PdfField, dict: PdfDict): PdfField | null {
  const same = fieldsOf(signed).find(
    ({ ref }) => ref.number === field.ref.number && ref.generation === field.ref.generation,
  )
  const value = same ? signed.dict(same.value) : null
  const isSame = same?.type === 'Sig' && same.name === field.name && value !== null && value.source === signed.bytes
  return isSame && value.start === dict.start && value.end === dict.end ? same : null
}

/** Maximum entries of a report. */
const MAX_CHANGES = 1000

/** Changes after a signed revision: forbidden, permitted, and undecidable. */
export type LaterChanges = {
  modifications: Modification[]
  additions: Modification[]
  /** Stable codes of undecidable additions. */
  doubts: Set<string>
}

/** Bytes after the last save. One line end belongs to its %%EOF (ISO 32000-2 §7.5.5), one more is a blank line. */
function trailingBytes(file: PdfFile, signedEnd: number): boolean {
  const lastEnd = file.revisions.reduce((most, { end }) => Math.max(most, end), signedEnd)
  if (lastEnd === file.bytes.length) return false
  const rest = Buffer.from(file.bytes.subarray(lastEnd)).toString('latin1')
  return !['\n', '\r', '\r\n'].includes(rest)
}

/**
 * Compares the signed revision with every later one, not only the last: a reverted change was still visible to readers
 * in between (Rohlmann et al., "Shadow Attacks", NDSS 2021).
 */
export function findLaterChanges(
  states: States,
  signed: PdfFile,
  field: PdfField,
  dict: PdfDict,
  budget: WorkBudget,
): LaterChanges {
  const { whole } = states
  const signedEnd = signed.bytes.length
  const changes = newChanges()
  if (trailingBytes(whole, signedEnd)) changes.found.modifications.push({ kind: 'trailing_bytes' })
  const later = whole.revisions.map(({ end }) => end).filter((end) => end > signedEnd + 2 && end <= whole.bytes.length)
  const changesHistory = whole.sections[0]?.offset !== signed.sections[0]?.offset
  if (later.length === 0 && !changesHistory) return changes.found
  const permissions = readPermissions(signed, dict, field.dict)
  const baseline = readBaseline(signed, permissions, budget)
  for (const end of new Set([...later, whole.bytes.length])) {
    const state = states.at(end)
    if (!state || !baseline) changes.found.modifications.push({ kind: 'revision_unreadable' })
    else changes.add(compareStates(baseline, state, permissions, budget), state.revisions.length)
  }
  return changes.found
}

/** Merges lists of changes: most states repeat the additions of the previous one. */
function newChanges(): { found: LaterChanges; add(changes: LaterChanges, revision: number): void } {
  const found: LaterChanges = { modifications: [], additions: [], doubts: new Set() }
  const known = { modifications: new Map<string, Modification>(), additions: new Map<string, Modification>() }
  const addTo = (list: 'modifications' | 'additions', entry: Modification): void => {
    const { kind, object = '', page = '', key = '' } = entry
    const text = `${kind} ${object} ${page} ${key}`
    const earlier = known[list].get(text)
    // a field filled twice is one change, reported with its last value and the save that set it
    if (earlier && earlier.after !== entry.after) Object.assign(earlier, entry)
    if (earlier || found[list].length >= MAX_CHANGES) return
    const change = { ...entry }
    known[list].set(text, change)
    found[list].push(change)
  }
  return {
    found,
    add({ modifications, additions, doubts }, revision) {
      for (const entry of modifications) addTo('modifications', entry)
      for (const entry of additions) addTo('additions', { ...entry, revision })
      for (const doubt of doubts) found.doubts.add(doubt)
    },
  }
}
