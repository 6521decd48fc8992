import type { Change, SignatureReport } from '@foja/contracts/verification'
import type { verdict } from './texts/verdict.ts'

/** A change that the reader should see, with its number on the page and on its card. */
export type ShownChange = Change & {
  number: number
  /** False: a signature does not permit it. */
  permitted: boolean
  /** The earliest signature before the change. */
  signature: SignatureReport
  /** True if no signature covers it. */
  isUnsigned: boolean
}

/** Additions without a visible effect, listed among the technical facts. */
const quietKinds = new Set([
  'signature_added',
  'field_signed',
  'timestamp_added',
  'validation_data_added',
  'validation_data_removed',
  'metadata_changed',
  'unused_object_added',
])

const keyOf = ({ kind, page, field, rectangle, after }: Change) => JSON.stringify([kind, page, field, rectangle, after])

/** The changes after one signature that the reader should see, without duplicates. */
export function changesAfter(signature: SignatureReport): (Change & { permitted: boolean })[] {
  const found = new Map<string, Change & { permitted: boolean }>()
  for (const change of signature.modifications) {
    if (!found.has(keyOf(change))) found.set(keyOf(change), { ...change, permitted: false })
  }
  for (const change of signature.additions) {
    if (!quietKinds.has(change.kind) && !found.has(keyOf(change)))
      found.set(keyOf(change), { ...change, permitted: true })
  }
  return [...found.values()]
}

const place = ({ page, rectangle }: Change): [number, number, number] => [
  page ?? Number.MAX_SAFE_INTEGER,
  rectangle?.y ?? Number.MAX_SAFE_INTEGER,
  rectangle?.x ?? Number.MAX_SAFE_INTEGER,
]

function byPlace(a: Change, b: Change): number {
  const [left, right] = [place(a), place(b)]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

/**
 * The changes after any of the signatures, numbered in page order. A change after several signatures is listed once,
 * with the earliest of them.
 */
export function changesOf(signatures: readonly SignatureReport[]): ShownChange[] {
  const found = new Map<string, Omit<ShownChange, 'number'>>()
  const latest = Math.max(0, ...signatures.map(({ signed_bytes }) => signed_bytes ?? Infinity))
  const earliestFirst = signatures.toSorted((a, b) => (a.signed_bytes ?? Infinity) - (b.signed_bytes ?? Infinity))
  for (const signature of earliestFirst) {
    for (const change of changesAfter(signature)) {
      const known = found.get(keyOf(change))
      const isUnsigned = change.by === null && signature.signed_bytes === latest
      if (known === undefined) found.set(keyOf(change), { ...change, signature, isUnsigned })
      else if (!change.permitted) known.permitted = false
    }
  }
  return [...found.values()].toSorted(byPlace).map((change, at) => ({ ...change, number: at + 1 }))
}

/** The text for a kind of change; unknown kinds get a generic text. */
export const changeText = ({ kind }: Change, { changes }: typeof verdict): string =>
  changes[kind] ?? changes['other'] ?? ''

/** True if the field's values before and after are known. */
export const hasValues = ({ field, before, after }: Change): boolean =>
  field !== null && (before !== null || after !== null)

const longest = 60

/** A value for use in a sentence: one line, truncated. */
function shortValue(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** What changed after signing, in one sentence. */
export function changesSentence(changes: readonly ShownChange[], texts: typeof verdict): string {
  const { story } = texts
  const [first] = changes
  if (first === undefined) return story.unchanged
  if (changes.length > 1)
    return changes.every(hasValues) ? story.fields(changes.length) : story.manyChanges(changes.length)
  const { field, before, after } = first
  if (field === null || !hasValues(first)) {
    const text = changeText(first, texts)
    const told = first.page === null ? text : texts.onPage(text, first.page)
    return story.oneChange(told.charAt(0).toLowerCase() + told.slice(1))
  }
  if (before === null || before === '') return story.filled(field, shortValue(after ?? ''))
  if (after === null || after === '') return story.emptied(field, shortValue(before))
  return story.replaced(field, shortValue(before), shortValue(after))
}
