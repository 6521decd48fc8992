import type { TemplateField } from '@foja/contracts/template-fields'
import { isSame } from './same.ts'

export type Changes = { added: number; changed: number; removed: number }

/** Counts the differences of two field lists; fields are matched by key. */
export function changesOf(before: readonly TemplateField[], after: readonly TemplateField[]): Changes {
  const known = new Map(before.map((field) => [field.key, field]))
  const kept = after.filter(({ key }) => known.has(key))
  return {
    added: after.length - kept.length,
    changed: kept.filter((field) => !isSame(field, known.get(field.key))).length,
    removed: before.length - kept.length,
  }
}
