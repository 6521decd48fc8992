import { can, type Actor } from '@foja/contracts/policies'
import { inTransaction } from '@foja/db/transaction'
import { createNamer } from '../../lib/safe-names.ts'
import { batchJob, type BatchDeps } from './template-context.ts'
import { findBatch, findBatchFiles, findMaker, findRows, type BatchRow } from './batch.queries.ts'
import { cancelRest } from './end-batch.ts'
import { fillRow } from './fill-row.ts'
import { readmeNames } from './zip-fill-batch.ts'
import { findTemplate } from './templates.queries.ts'

/** Time in milliseconds that a job spends on one batch before the next job's turn. */
const turnMs = 10_000

const isOpenTo = (actor: Actor | undefined, { id_company }: BatchRow): actor is Actor =>
  actor !== undefined && can('template.read', actor, { id_company, created_by: null })

/**
 * Continues a batch row after row, for a while or until `signal`; the next job does the rest. Each row is one
 * transaction, so that a filled row is never repeated, even after a crash. Cancels the batch when its user is
 * deactivated or lost the permission.
 */
export async function runFillBatch(deps: BatchDeps, id: string, signal: AbortSignal): Promise<void> {
  const batch = await findBatch(deps.db, id)
  if (batch === undefined || batch.status !== 'running') return
  const template = await findTemplate(deps.db, batch.id_template, batch.template_version)
  if (template === undefined) return await cancelRest(deps, id)
  const rows = await findRows(deps.db, id)
  const files = await findBatchFiles(deps.db, id)
  const work = { batch, template, nameFile: createNamer(...readmeNames, ...files.map(({ nombre }) => nombre)) }
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
