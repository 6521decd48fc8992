import type { TemplateData } from '@foja/contracts/template-fields'
import type { BatchError } from '@foja/db/template-tables'
import { inTransaction } from '@foja/db/transaction'
import { formatValue } from '@foja/forms/format-value'
import type { ValueProblem } from '@foja/forms/value-problems'
import type { StoredObject } from '@foja/storage/object-store'
import { ProblemError } from '../../http/problem.ts'
import { discardFiles, keepFiles, placeIn } from '../documents/public.ts'
import { safeName } from '../../lib/safe-names.ts'
import type { BatchDeps } from './template-context.ts'
import { countRow, findMaker, lockBatchRow, type BatchRow, type Maker } from './batch.queries.ts'
import { notifyBatchEnd } from './end-batch.ts'
import { asSource, fillPdf, documentName } from './fill-pdf.ts'
import { countUse, insertFilled } from './insert-filled.ts'
import { findValues, type Values } from './read-values.ts'
import type { TemplateRow } from './templates.queries.ts'

/** What all rows of a batch share. `nameFile` makes file names unique. */
export type BatchWork = {
  batch: BatchRow
  template: TemplateRow
  maker: Maker
  nameFile: (name: string) => string
}

/** Maximum number of reported errors per row. */
const mostErrors = 10

function errorOf(row: number, { field, code, values }: ValueProblem): BatchError {
  return { row, field, code, ...(values === undefined ? {} : { values: { ...values } }) }
}

/** The file name of a row's PDF: the value of its name field, or its number. */
function nameOf({ batch, template }: BatchWork, row: number, values: Values): string {
  const field = template.fields.find(({ key }) => key === batch.name_field)
  const value = new Map(values).get(field?.key ?? '')
  const name = field === undefined || value === undefined ? '' : formatValue(field, value, template.locale).trim()
  const number = String(row).padStart(String(batch.total).length, '0')
  return documentName(name.replaceAll(/\s+/g, ' '), `${template.name} ${number}`)
}

/** Retries once when the filler is unavailable; a second failure is final. */
async function fillWithRetry(deps: BatchDeps, filling: Parameters<typeof fillPdf>[1]): Promise<Uint8Array> {
  try {
    return await fillPdf(deps, filling)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'unavailable') throw error
    return await fillPdf(deps, filling)
  }
}

/** Counts a row as failed; false when it is no longer the next row. */
async function failRow(deps: BatchDeps, work: BatchWork, row: number, errors: BatchError[]): Promise<boolean> {
  return await inTransaction(deps.db, async (trx) => {
    if (!(await lockBatchRow(trx, work.batch.id, row))) return false
    const at = deps.clock()
    await countRow(trx, work.batch, row, { errors: errors.slice(0, mostErrors), at })
    if (row === work.batch.total) await notifyBatchEnd(trx, deps, work.batch, work.template, at)
    return true
  })
}

/** Inserts the row of a stored PDF: a document of the request, or a file for the ZIP. */
async function keepRow(
  deps: BatchDeps,
  work: BatchWork,
  row: number,
  filled: { nombre: string; stored: StoredObject },
) {
  const { batch, template, maker } = work
  const { nombre, stored } = filled
  return await inTransaction(deps.db, async (trx) => {
    // Locks users before case files. A user whose role or company changed may not go on.
    const now = await findMaker(trx, maker.id, 'lock')
    if (now?.role !== maker.role || now.id_company !== maker.id_company) throw new ProblemError('forbidden')
    if (!(await lockBatchRow(trx, batch.id, row))) return false
    const at = deps.clock()
    if (batch.id_solicitud === null) {
      const file = { id_batch: batch.id, row, nombre: work.nameFile(safeName(nombre, `${row}.pdf`)) }
      await trx
        .insertInto('template_batch_file')
        .values({ ...file, blob_key: stored.key, size: stored.size, created_at: at })
        .execute()
      await countUse(trx, template.id, at)
    } else {
      const place = await placeIn(trx, maker, batch.id_solicitud, at)
      await insertFilled(trx, deps, { template, nombre, stored, place, actor: maker, at })
    }
    await countRow(trx, batch, row, { errors: [], at })
    if (row === batch.total) await notifyBatchEnd(trx, deps, batch, template, at)
    return true
  })
}

/**
 * Fills one row of a batch and counts it as done or failed. False: the batch was stopped, or another process has gone
 * further.
 */
export async function fillRow(deps: BatchDeps, work: BatchWork, row: number, data: TemplateData): Promise<boolean> {
  const { template, batch } = work
  const { values, problems } = findValues(template, data)
  if (problems.length > 0) {
    return await failRow(
      deps,
      work,
      row,
      problems.map((problem) => errorOf(row, problem)),
    )
  }
  try {
    const bytes = await fillWithRetry(deps, { ...template, values, flatten: batch.flatten })
    const stored = await deps.store.put(asSource(bytes), { maxBytes: bytes.byteLength })
    const filled = { nombre: nameOf(work, row, values), stored }
    const kept = await keepFiles(deps.store, [stored.key], () => keepRow(deps, work, row, filled))
    if (!kept) await discardFiles(deps.store, [stored.key])
    return kept
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return await failRow(deps, work, row, [{ row, field: null, code: error.code }])
  }
}
