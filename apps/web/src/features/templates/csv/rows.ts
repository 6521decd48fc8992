import type { TemplateData, TemplateField } from '@foja/contracts/template-fields'
import { type TemplateLocale, templateLimits } from '@foja/contracts/template-field-types'
import type { ValueProblem } from '@foja/forms/value-problems'
import { problemWords, type Language } from '@foja/forms/problem-words'
import { isLeftToRecipient, readEntries, type Entries } from '../../../shared/template-form/entries.ts'
import type { Columns } from './match-columns.ts'
import type { AskedRow } from './signers.ts'
import { type CsvTable, readCsv, writeCsv, csvBlob } from '../../../lib/files/csv.ts'
import { readFiles, writeFiles } from '../../../lib/files/file-store.ts'

export type ReadRow = {
  /** Row number in the file from 1, without the header. */
  number: number
  cells: readonly string[]
  data: TemplateData
  problems: ValueProblem[]
  /** Who is asked for its signatures; null: no signatures are asked for. */
  asked: AskedRow | null
}

/** A document can be made of it, and its people can be asked. */
export const isRight = ({ problems, asked }: Pick<ReadRow, 'problems' | 'asked'>): boolean =>
  problems.length === 0 && (asked === null || asked.faults.length === 0)

/** Parses CSV rows. A field without a column gets its value from `defaults`; an empty cell leaves its field empty. */
export function readRows(
  rows: readonly (readonly string[])[],
  columns: Columns,
  fields: readonly TemplateField[],
  defaults: Entries,
  locale: TemplateLocale,
): Omit<ReadRow, 'asked'>[] {
  return rows.map((cells, at) => {
    const typed = fields.flatMap(({ key }) => {
      const column = columns[key] ?? null
      return column === null ? [] : [[key, (cells[column] ?? '').trim()] as const]
    })
    const { data, problems } = readEntries(fields, { ...defaults, ...Object.fromEntries(typed) }, locale)
    return { number: at + 1, cells, data, problems }
  })
}

/** The problems of a row without the values that its recipients fill. */
export const problemsOfOffice = (
  problems: readonly ValueProblem[],
  fields: readonly TemplateField[],
  asked: AskedRow | null,
): ValueProblem[] => {
  if (asked === null) return [...problems]
  const signed = new Set(asked.recipients.map(({ field }) => field))
  return problems.filter(
    (problem) =>
      !isLeftToRecipient(problem, fields) || !signed.has(fields.find(({ key }) => key === problem.field)?.filled_by),
  )
}

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

/** The wrong rows as a CSV with the reason in a last column. `reasons` by row index. */
export function wrongRowsCsv(
  { header, rows, separator }: Pick<CsvTable, 'header' | 'rows' | 'separator'>,
  reasons: ReadonlyMap<number, string>,
  reasonTitle: string,
): string {
  const wrong = rows.flatMap((cells, at) => {
    const reason = reasons.get(at)
    // Pads short rows, so that the reason is below its title.
    return reason === undefined ? [] : [[...header.map((_, column) => cells[column] ?? ''), reason]]
  })
  return writeCsv([[...header, reasonTitle], ...wrong], separator)
}

const nameOf = (batch: string) => `csv-batch-${batch}`

/** Stores the rows of a batch, so that failed ones can be downloaded, also after a reload. */
export async function storeSentRows(batch: string, table: CsvTable): Promise<void> {
  const text = writeCsv([table.header, ...table.rows], table.separator)
  await writeFiles(nameOf(batch), new Map([['csv', new File([csvBlob(text)], table.name)]]))
}

/** The rows of a batch; null if this browser did not start it or has no storage. */
export async function readSentRows(batch: string): Promise<CsvTable | null> {
  const file = (await readFiles(nameOf(batch))).get('csv')
  if (file === undefined) return null
  const result = readCsv(file.name, new Uint8Array(await file.arrayBuffer()), templateLimits.rows)
  return 'table' in result ? result.table : null
}
