import { PdfDict, PdfRef } from '../pdf/objects.ts'
import { inheritedValue, readable, valueText } from './appearance/field-text.ts'
import { type FieldHub, openKeys } from './baseline.ts'
import { differingKeys } from './changed-objects.ts'
import { type Comparison, placeOf } from './comparison.ts'
import type { Modification } from './report.ts'
import { sameContent } from './same-content.ts'

/** One dictionary of a field, its own or a widget's, in both states. */
export type Part = { number: number; a: PdfDict; b: PdfDict; used: string[] }

/** The dictionaries of a field and their changed open keys; null when one became something else. */
export function readParts(comparison: Comparison, field: FieldHub): Part[] | null {
  const { before, after, modifications, budget } = comparison
  const parts: Part[] = []
  for (const number of new Set([field.number, ...field.widgets])) {
    const [a, b] = [before.load(number)?.value, after.load(number)?.value]
    if (!(a instanceof PdfDict) || !(b instanceof PdfDict)) {
      modifications.push({ kind: 'field_changed', object: number, field: field.name })
      return null
    }
    const open = openKeys(field, number)
    const exempt = new Set([...open, ...(field.terminal ? [] : ['Kids'])])
    for (const key of differingKeys(a, b, exempt))
      modifications.push({ kind: 'field_changed', object: number, key, field: field.name })
    const used = [...open].filter((key) => !sameContent(before, a.get(key), after, b.get(key), budget))
    parts.push({ number, a, b, used })
  }
  return parts
}

/** A reported change of a field, with its place and its value before and after. */
export function describe(comparison: Comparison, field: FieldHub, kind: Modification['kind']): Modification {
  const { before, after } = comparison
  const read = (file: typeof before): string | null =>
    readable(() => {
      const dict = file.dict(new PdfRef(field.number, file.load(field.number)?.generation ?? 0))
      return valueText(file, inheritedValue(file, dict, 'V'))
    })
  const values = field.type === 'Sig' ? {} : { before: read(before), after: read(after) }
  return { kind, object: field.number, field: field.name, ...placeOf(comparison, field.widgets), ...values }
}

export function addDrawings({ drawings }: Comparison, field: FieldHub, parts: readonly Part[]): void {
  for (const { number, used } of parts)
    if (used.includes('AP')) drawings.push({ widget: number, object: field.number, mayHideText: field.type === 'Sig' })
}
