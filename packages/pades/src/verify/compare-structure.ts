import { integerOf, nameOf, PdfArray, PdfDict, PdfRef, sameValue, type PdfValue } from '../pdf/objects.ts'
import type { StructureKind } from './baseline.ts'
import { compareLists, differingKeys, itemsOf } from './changed-objects.ts'
import type { Comparison } from './comparison.ts'

/**
 * A new element has no content of its own: no /Alt, /ActualText or title that a reader would speak instead of the page.
 */
const ELEMENT_KEYS: ReadonlySet<string> = new Set(['Type', 'S', 'P', 'K', 'Pg'])
const REFERENCE_KEYS: ReadonlySet<string> = new Set(['Type', 'Obj', 'Pg'])
const NODE_KEYS: ReadonlySet<string> = new Set(['Nums', 'Limits'])

const hasOnly = (dict: PdfDict, keys: ReadonlySet<string>): boolean =>
  [...dict.entries.keys()].every((key) => keys.has(key))

/**
 * Signing a tagged file lists the widget in the structure tree (ISO 32000-2 §14.7.5.3): a new element /Form with one
 * object reference, and its number in /ParentTree. Nothing else may be added; the structure of the signed content stays
 * unchanged.
 */
export function compareStructure(comparison: Comparison, number: number, kind: StructureKind): void {
  if (!isExtension(comparison, number, kind))
    comparison.modifications.push({ kind: 'object_changed', object: number, key: 'StructTreeRoot' })
}

function isExtension(comparison: Comparison, number: number, kind: StructureKind): boolean {
  const { before, after } = comparison
  const a = before.load(number)?.value ?? null
  const b = after.load(number)?.value ?? null
  if (kind === 'list')
    return a instanceof PdfArray && b instanceof PdfArray && addsElements(comparison, a.items, b.items)
  if (!(a instanceof PdfDict) || !(b instanceof PdfDict)) return false
  const changed = differingKeys(a, b, new Set())
  if (kind === 'node') return changed.every((key) => NODE_KEYS.has(key) || key === 'Kids') && nodeGrew(comparison, a, b)
  return changed.every((key) => {
    if (key === 'K') return addsElements(comparison, kidsOf(comparison, 'before', a), kidsOf(comparison, 'after', b))
    const [next, old] = [integerOf(b.get(key)), integerOf(a.get(key)) ?? 0]
    return kind === 'root' && key === 'ParentTreeNextKey' && next !== null && next >= old
  })
}

/** /K is one kid or an array of them. */
function kidsOf(comparison: Comparison, side: 'before' | 'after', dict: PdfDict): readonly PdfValue[] {
  const raw = dict.get('K')
  const list = comparison[side].resolve(raw)
  if (list instanceof PdfArray) return list.items
  return raw === null ? [] : [raw]
}

function addsElements(comparison: Comparison, a: readonly PdfValue[], b: readonly PdfValue[]): boolean {
  const { removed, added } = compareLists(a, b)
  return removed.length === 0 && added.every((item) => isNewElement(comparison, item))
}

/** An element of a later revision that only refers to the widget of a new signature. */
function isNewElement({ before, after, baseline, newWidgets, budget }: Comparison, item: PdfValue): boolean {
  budget.spend(4)
  const dict = after.dict(item)
  if (!(item instanceof PdfRef) || !dict || before.load(item.number) !== null || !hasOnly(dict, ELEMENT_KEYS))
    return false
  const [kid, ...more] =
    after.resolve(dict.get('K')) instanceof PdfArray ? itemsOf(after, dict.get('K')) : [dict.get('K')]
  const reference = kid === undefined ? null : after.resolve(kid)
  const parent = dict.get('P')
  if (more.length > 0 || !(reference instanceof PdfDict) || !hasOnly(reference, REFERENCE_KEYS)) return false
  const widget = reference.get('Obj')
  const isPage = (value: PdfValue): boolean =>
    value === null || (value instanceof PdfRef && baseline.hubs.get(value.number)?.kind === 'page')
  return (
    ['Form', 'Annot'].includes(nameOf(dict.get('S')) ?? '') &&
    nameOf(reference.get('Type')) === 'OBJR' &&
    widget instanceof PdfRef &&
    newWidgets.has(widget.number) &&
    isPage(dict.get('Pg')) &&
    isPage(reference.get('Pg')) &&
    parent instanceof PdfRef &&
    baseline.structure.has(parent.number)
  )
}

/** Alternating numbers and values (§7.9.7). */
function pairsOf(items: readonly PdfValue[]): Map<number, PdfValue> | null {
  const pairs = new Map<number, PdfValue>()
  for (let i = 0; i < items.length; i += 2) {
    const key = integerOf(items[i] ?? null)
    if (key === null || pairs.has(key)) return null
    pairs.set(key, items[i + 1] ?? null)
  }
  return pairs
}

function pairsGrew(comparison: Comparison, a: readonly PdfValue[], b: readonly PdfValue[]): boolean {
  const old = pairsOf(a)
  const now = pairsOf(b)
  if (!old || !now) return false
  for (const [key, value] of old) if (!now.has(key) || !sameValue(value, now.get(key) ?? null)) return false
  return [...now].every(([key, value]) => old.has(key) || isNewElement(comparison, value))
}

/** Narrower limits would hide existing numbers. */
function limitsGrew({ before, after }: Comparison, a: PdfDict, b: PdfDict): boolean {
  const old = itemsOf(before, a.get('Limits')).map(integerOf)
  const now = itemsOf(after, b.get('Limits')).map(integerOf)
  if (a.get('Limits') === null) return b.get('Limits') === null
  const [low, high] = [now[0] ?? Infinity, now[1] ?? -Infinity]
  return old.length === 2 && now.length === 2 && low <= (old[0] ?? -Infinity) && high >= (old[1] ?? Infinity)
}

/** A node of the number tree with more numbers, or with one more leaf of new ones only. */
function nodeGrew(comparison: Comparison, a: PdfDict, b: PdfDict): boolean {
  const { before, after } = comparison
  if (!pairsGrew(comparison, itemsOf(before, a.get('Nums')), itemsOf(after, b.get('Nums')))) return false
  if (!limitsGrew(comparison, a, b)) return false
  const { removed, added } = compareLists(itemsOf(before, a.get('Kids')), itemsOf(after, b.get('Kids')))
  return (
    removed.length === 0 &&
    added.every((item) => {
      const leaf = after.dict(item)
      const isNew = item instanceof PdfRef && before.load(item.number) === null
      return (
        isNew &&
        leaf !== null &&
        hasOnly(leaf, NODE_KEYS) &&
        pairsGrew(comparison, [], itemsOf(after, leaf.get('Nums')))
      )
    })
  )
}
