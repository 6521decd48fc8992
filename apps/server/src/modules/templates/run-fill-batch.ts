import { can, type Actor } from '@foja/contracts/policies'
import { inTransaction } from '@foja/db/transaction'
import type { TemplateData } from '@foja/contracts/template-fields'
import type { BatchError } from '@foja/db/template-tables'
import { formatValue } from '@foja/forms/format-value'
import type { ValueProblem } from '@foja/forms/value-problems'
import type { StoredObject } from '@foja/storage/object-store'
import type { Queue } from '@foja/jobs/queue'
import { createNamer, safeName } from '../../lib/safe-names.ts'
import { batchJob, type AskForDocument, type BatchDeps } from './template-context.ts'
import {
  findBatch,
  findBatchFiles,
  findBatchRequests,
  findMaker,
  findRows,
  type BatchRow,
  countRow,
  lockBatchRow,
  type Maker,
} from './batch.queries.ts'
import { cancelRest, notifyBatchEnd } from './cancel-fill-batch.ts'
import { readmeNames } from './zip-fill-batch.ts'
import { signaturePlaces, type SignaturePlace } from './signature-places.ts'
import { findTemplate, type TemplateRow } from './templates.queries.ts'
import { ProblemError } from '../../http/problem.ts'
import { discardFiles, findActiveContent, keepFiles, type ReceivedDocument } from '../documents/public.ts'
import { inMemory } from '../../lib/in-memory.ts'
import { fillPdf, documentName } from './fill-pdf.ts'
import { placeInCompany, countUse, insertFilled } from './insert-filled.ts'
import { findValues, type Values } from './read-values.ts'
import { forOffice, openFieldsOf } from './recipient-fields.ts'

/** What all rows of a batch share. `nameFile` makes file names unique. */
export type BatchWork = {
  batch: BatchRow
  template: TemplateRow
  maker: Maker
  nameFile: (name: string) => string
  /** Null: no signatures are asked for. */
  requests: Awaited<ReturnType<typeof findBatchRequests>>
  ask: AskForDocument
}

/** Those who are asked to sign the document of a row. */
const recipientsOf = ({ requests }: BatchWork, row: number) => requests?.asked.recipients[row - 1] ?? []

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
  filled: {
    nombre: string
    stored: StoredObject
    activeContent: ReceivedDocument['activeContent']
    places: ReadonlyMap<string, SignaturePlace>
    data: TemplateData
  },
) {
  const { batch, template, maker, requests } = work
  const { nombre, stored, activeContent, places } = filled
  return await inTransaction(deps.db, async (trx) => {
    // Locks users before case files. A user whose role or company changed may not go on.
    const now = await findMaker(trx, maker.id, 'lock')
    if (now?.role !== maker.role || now.id_company !== maker.id_company) throw new ProblemError('forbidden')
    if (!(await lockBatchRow(trx, batch.id, row))) return false
    const at = deps.clock()
    if (batch.id_solicitud === null && requests === null) {
      const file = { id_batch: batch.id, row, nombre: work.nameFile(safeName(nombre, `${row}.pdf`)) }
      await trx
        .insertInto('template_batch_file')
        .values({ ...file, blob_key: stored.key, size: stored.size, created_at: at })
        .execute()
      await countUse(trx, template.id, at)
    } else {
      const place = await placeInCompany(trx, maker, template, { idSolicitud: batch.id_solicitud, at })
      const made = { template, nombre, stored, activeContent, place, actor: maker, at }
      const id_documento = await insertFilled(trx, deps, made)
      if (requests !== null) {
        const { asked, ...told } = requests
        const { recipients: _all, ...terms } = asked
        const recipients = recipientsOf(work, row)
        const openFields = openFieldsOf(template, recipients, { data: filled.data, flatten: batch.flatten })
        await work.ask(trx, { id_documento, maker, recipients, places, openFields, terms, ...told })
      }
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
async function fillRow(deps: BatchDeps, work: BatchWork, row: number, data: TemplateData): Promise<boolean> {
  const { template, batch } = work
  const { values, problems } = findValues(forOffice(template, recipientsOf(work, row)), data)
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
    const isDocument = batch.id_solicitud !== null || work.requests !== null
    const activeContent = isDocument ? await findActiveContent(deps, bytes) : null
    const places =
      work.requests === null ? new Map<string, SignaturePlace>() : await signaturePlaces(deps, template.fields, bytes)
    const stored = await deps.store.put(inMemory(bytes), { maxBytes: bytes.byteLength })
    const filled = { nombre: nameOf(work, row, values), stored, activeContent, places, data }
    const kept = await keepFiles(deps.store, [stored.key], () => keepRow(deps, work, row, filled))
    if (!kept) await discardFiles(deps.store, [stored.key])
    return kept
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return await failRow(deps, work, row, [{ row, field: null, code: error.code }])
  }
}

/** Time in milliseconds that a job spends on one batch before the next job's turn. */
const turnMs = 10_000

const isOpenTo = (actor: Actor | undefined, { id_company }: BatchRow): actor is Actor =>
  actor !== undefined && can('template.read', actor, { id_company, created_by: null })

/**
 * Continues a batch row after row, for a while or until `signal`; the next job does the rest. Each row is one
 * transaction, so that a filled row is never repeated, even after a crash. Cancels the batch when its user is
 * deactivated or lost the permission.
 */
export async function runFillBatch(
  deps: BatchDeps,
  id: string,
  { signal, ask }: { signal: AbortSignal; ask: AskForDocument },
): Promise<void> {
  const batch = await findBatch(deps.db, id)
  if (batch === undefined || batch.status !== 'running') return
  const template = await findTemplate(deps.db, batch.id_template, batch.template_version)
  if (template === undefined) return await cancelRest(deps, id)
  const rows = await findRows(deps.db, id)
  const files = await findBatchFiles(deps.db, id)
  const requests = await findBatchRequests(deps.db, id)
  const nameFile = createNamer(...readmeNames, ...files.map(({ nombre }) => nombre))
  const work = { batch, template, nameFile, requests, ask }
  const until = performance.now() + turnMs
  for (let row = batch.done + batch.failed + 1; row <= batch.total; row += 1) {
    if (signal.aborted || performance.now() > until) {
      await inTransaction(deps.db, async (trx) => {
        await deps.queue.enqueue(batchJob, { id }, { singletonKey: id }, trx)
      })
      return
    }
    const maker = await findMaker(deps.db, batch.created_by)
    if (!isOpenTo(maker, batch)) return await cancelRest(deps, id)
    if (!(await fillRow(deps, { ...work, maker }, row, rows[row - 1] ?? {}))) return
  }
}

/** Name of the job that finds batches without a job, for example after a crash. */
const strayJob = 'template_batches'

/** Names of this module's jobs. */
export const templateJobs = [batchJob, strayJob] as const

const straySeconds = 60
/** A row takes seconds: a batch without progress for this time, in milliseconds, has no worker. */
const stillMs = 60_000

/** Enqueues batches without progress for `still` milliseconds again. */
async function findStray({ db, clock, queue }: BatchDeps, still: number): Promise<void> {
  const rows = await db
    .selectFrom('template_batch')
    .where('status', '=', 'running')
    .where('updated_at', '<=', new Date(clock().getTime() - still))
    .select('id')
    .execute()
  for (const { id } of rows) await queue.enqueue(batchJob, { id }, { singletonKey: id })
}

/**
 * Runs the batch jobs in this process. `alone`: no other process works on batches, so that every running batch is left
 * over from an earlier process.
 */
export async function workTemplates(
  queue: Pick<Queue, 'work' | 'every'>,
  deps: BatchDeps,
  { alone = false, ask }: { alone?: boolean; ask: AskForDocument },
): Promise<void> {
  await queue.work(batchJob, async ({ payload, signal }) => {
    const { id } = payload as { id: string }
    await runFillBatch(deps, id, { signal, ask })
  })
  if (alone) await findStray(deps, 0)
  await queue.every(strayJob, straySeconds, async () => await findStray(deps, stillMs))
}
