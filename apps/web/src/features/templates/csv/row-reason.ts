import type { TemplateField } from '@foja/contracts/template-fields'
import { problemWords, type Language } from '@foja/forms/problem-words'
import type { ReadRow } from './read-rows.ts'

/** Why a row cannot be used, in words, a sentence a field; undefined where it can. */
export function reasonOf(
  row: Pick<ReadRow, 'problems'>,
  fields: readonly TemplateField[],
  language: Language,
  write: (label: string, reason: string) => string,
): string | undefined {
  if (row.problems.length === 0) return undefined
  return row.problems
    .map((problem) => {
      const label = fields.find((field) => field.key === problem.field)?.label ?? problem.field
      return write(label, problemWords(problem, language))
    })
    .join(' ')
}
