import type { FillBatch } from '@foja/contracts/template-fills'
import type { BatchError } from '@foja/db/template-tables'
import { problemWords } from '@foja/forms/problem-words'
import { valueCodes } from '@foja/forms/value-problems'
import type { Locale } from '../../texts/locale.ts'
import { problemTexts } from '../../texts/problem-texts.ts'
import type { BatchRow } from './batch.queries.ts'

/** Why a row could not be filled, in the reader's language. */
function messageOf({ code, values }: BatchError, locale: Locale): string {
  const known = valueCodes.find((one) => one === code)
  if (known !== undefined) return problemWords({ code: known, ...(values === undefined ? {} : { values }) }, locale)
  const text = Object.hasOwn(problemTexts, code)
    ? problemTexts[code as keyof typeof problemTexts]
    : problemTexts.internal
  return `${text[locale].title}. ${text[locale].detail}`
}

export function presentBatch(row: BatchRow, locale: Locale): FillBatch {
  return {
    id: row.id,
    id_template: row.id_template,
    status: row.status,
    total: row.total,
    done: row.done,
    failed: row.failed,
    errors: row.errors.map((error) => ({ row: error.row, field: error.field, message: messageOf(error, locale) })),
    requests: row.asks,
    zip: row.has_files && row.status !== 'running',
    created_at: row.created_at.toISOString(),
  }
}
