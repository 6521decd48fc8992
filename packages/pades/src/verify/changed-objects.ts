import type { PdfFile } from '../pdf/file.ts'
import { integerOf, nameOf, PdfArray, PdfDict, PdfStream, sameValue, type PdfValue } from '../pdf/objects.ts'
import type { WorkBudget } from '../work-budget.ts'
import { sameBytesOf } from './same-content.ts'

/** Numbers listed by the sections of `after` beyond those of `before`. */
function listedLater(before: PdfFile, after: PdfFile, budget: WorkBudget): Set<number> {
  const known = new Set(before.sections.map(({ offset }) => offset))
  const numbers = new Set<number>()
  for (const section of after.sections) {
    if (known.has(section.offset)) continue
    for (const number of section.numbers()) {
      budget.spend(1)
      numbers.add(number)
    }
  }
  return numbers
}

const isContainer = (file: PdfFile, number: number): boolean => {
  const value = file.load(number)?.value
  return value instanceof PdfStream && nameOf(value.dict.get('Type')) === 'ObjStm'
}

/** Overriding an object stream silently overrides every object in it. */
function addMembers(before: PdfFile, numbers: Set<number>, budget: WorkBudget): void {
  const containers = new Set(
    [...numbers].filter((number) => before.entry(number)?.kind === 'offset' && isContainer(before, number)),
  )
  if (containers.size === 0) return
  for (const section of before.sections) {
    for (const number of section.numbers()) {
      budget.spend(1)
      const entry = section.lookup(number)
      if (entry?.kind === 'compressed' && containers.has(entry.container)) numbers.add(number)
    }
  }
}

function sameStream(before: PdfFile, a: PdfStream, after: PdfFile, b: PdfStream): boolean {
  return sameValue(a.dict, b.dict) && sameBytesOf(before, a, after, b)
}

/** True if an object reads the same in both states; references in it are compared by number. */
export function sameObject(before: PdfFile, after: PdfFile, number: number): boolean {
  const a = before.load(number)
  const b = after.load(number)
  if (!a || !b) return !a && !b
  if (a.generation !== b.generation) return false
  if (a.value instanceof PdfStream && b.value instanceof PdfStream) return sameStream(before, a.value, after, b.value)
  return sameValue(a.value, b.value)
}

/** Object numbers written by a later save. */
export type Changes = {
  /** Changed objects: overridden, freed, or newly defined. */
  changed: number[]
  /** Rewritten with a repeated key: their meaning depends on the reader, even when they look unchanged here. */
  ambiguous: number[]
}

/** Changes of objects in a later state of the file. */
export function changedObjects(before: PdfFile, after: PdfFile, budget: WorkBudget): Changes {
  const numbers = listedLater(before, after, budget)
  addMembers(before, numbers, budget)
  const changes: Changes = { changed: [], ambiguous: [] }
  for (const number of numbers) {
    budget.spend(4)
    if (!sameObject(before, after, number)) changes.changed.push(number)
    if (repeatsKeysOnce(after.load(number)?.value ?? null, budget)) changes.ambiguous.push(number)
  }
  return changes
}

/** All signatures of a file share the states; each value is scanned once. */
const looked = new WeakMap<object, boolean>()

function repeatsKeysOnce(value: PdfValue, budget: WorkBudget): boolean {
  if (value === null || typeof value !== 'object') return false
  const known = looked.get(value)
  if (known !== undefined) return known
  const repeats = repeatsKeys(value, budget)
  looked.set(value, repeats)
  return repeats
}

/** True if any dictionary in a value repeats a key: two readers may then see two documents. */
export function repeatsKeys(value: PdfValue, budget: WorkBudget): boolean {
  const pending: PdfValue[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    budget.spend(1)
    const dict = next instanceof PdfStream ? next.dict : next
    if (dict instanceof PdfArray)
      pending.push(...dict.items.filter((item) => item instanceof PdfArray || item instanceof PdfDict))
    if (!(dict instanceof PdfDict)) continue
    if (dict.repeated.length > 0) return true
    for (const item of dict.entries.values())
      if (item instanceof PdfArray || item instanceof PdfDict) pending.push(item)
  }
  return false
}

/** The items of an array, direct or referenced; empty for anything else. */
export function itemsOf(file: PdfFile, value: PdfValue): readonly PdfValue[] {
  const array = file.resolve(value)
  return array instanceof PdfArray ? array.items : []
}

/** Keys whose values differ between two dictionaries, without exempt keys. */
export function differingKeys(a: PdfDict, b: PdfDict, exempt: ReadonlySet<string>): string[] {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()])
  return [...keys].filter((key) => !exempt.has(key) && !sameValue(a.get(key), b.get(key)))
}

/**
 * Compares two lists where the later one may have gained items: the removed ones (or moved before an earlier one), and
 * the added ones.
 */
export function compareLists(
  a: readonly PdfValue[],
  b: readonly PdfValue[],
): { removed: PdfValue[]; added: PdfValue[] } {
  const added: PdfValue[] = []
  let at = 0
  for (const item of b) {
    const expected = a[at]
    if (expected !== undefined && sameValue(expected, item)) at++
    else added.push(item)
  }
  return { removed: a.slice(at), added }
}

/** Bits of an integer flag field; 0 when absent. */
export const flagsOf = (file: PdfFile, dict: PdfDict | null, key: string): number =>
  integerOf(file.resolve(dict?.get(key) ?? null)) ?? 0
