import type { TemplateField } from '@foja/contracts/template-fields'
import { problemWords, type Language } from '@foja/forms/problem-words'
import type { ReadRow } from './read-rows.ts'

/** Why a row is invalid, one sentence per field; undefined if it is valid. */
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
