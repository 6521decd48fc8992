import type { PdfFile } from '../pdf/file.ts'
import { PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/objects.ts'
import type { WorkBudget } from '../work-budget.ts'

/** Visits every reference below some values, and goes on below the objects for which `enter` returns true. */
export function followReferences(
  file: PdfFile,
  values: Iterable<PdfValue>,
  budget: WorkBudget,
  enter: (reference: PdfRef) => boolean,
): void {
  const pending: PdfValue[] = []
  const push = (value: PdfValue): void => {
    budget.spend(1)
    if (value !== null && typeof value === 'object') pending.push(value)
  }
  for (const value of values) push(value)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    budget.spend(1)
    if (!(next instanceof PdfRef)) for (const item of itemsIn(next)) push(item)
    else if (enter(next)) push(file.load(next.number)?.value ?? null)
  }
}

function itemsIn(value: PdfValue): Iterable<PdfValue> {
  if (value instanceof PdfArray) return value.items
  if (value instanceof PdfDict) return value.entries.values()
  return value instanceof PdfStream ? value.dict.entries.values() : []
}
