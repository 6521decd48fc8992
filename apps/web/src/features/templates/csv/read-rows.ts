import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { ValueProblem } from '@foja/forms/value-problems'
import { readEntries, type Entries } from '../fill/fill-entries.ts'
import type { Columns } from './match-columns.ts'

export type ReadRow = {
  /** Row number in the file from 1, without the header. */
  number: number
  cells: readonly string[]
  data: TemplateData
  problems: ValueProblem[]
}

/** Parses CSV rows. A field without a column gets its value from `defaults`; an empty cell leaves its field empty. */
export function readRows(
  rows: readonly (readonly string[])[],
  columns: Columns,
  fields: readonly TemplateField[],
  defaults: Entries,
  locale: TemplateLocale,
): ReadRow[] {
  return rows.map((cells, at) => {
    const typed = fields.flatMap(({ key }) => {
      const column = columns[key] ?? null
      return column === null ? [] : [[key, (cells[column] ?? '').trim()] as const]
    })
    const { data, problems } = readEntries(fields, { ...defaults, ...Object.fromEntries(typed) }, locale)
    return { number: at + 1, cells, data, problems }
  })
}
