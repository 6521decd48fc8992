import type { TemplateData } from '@foja/contracts/template-fields'
import type { Database } from '@foja/db/schema'
import type { BatchError } from '@foja/db/template-tables'
import { sql, type Kysely, type Transaction } from 'kysely'
import { companyIsActive } from '../identity/public.ts'

function selectBatches(db: Kysely<Database>) {
  return db
    .selectFrom('template_batch as batch')
    .select([
      'batch.id',
      'batch.id_template',
      'batch.template_version',
      'batch.id_company',
      'batch.id_solicitud',
      'batch.name_field',
      'batch.flatten',
      'batch.request_sha256',
      'batch.status',
      'batch.total',
      'batch.done',
      'batch.failed',
      'batch.errors',
      'batch.created_by',
      'batch.created_at',
    ])
    .select(sql<boolean>`exists (select from template_batch_file where id_batch = batch.id)`.as('has_files'))
}
export type BatchRow = Awaited<ReturnType<ReturnType<typeof selectBatches>['executeTakeFirstOrThrow']>>

/** A batch without its rows. */
export async function findBatch(db: Kysely<Database>, id: string): Promise<BatchRow | undefined> {
  return await selectBatches(db).where('batch.id', '=', id).executeTakeFirst()
}

/** What was given for each row. */
export async function findRows(db: Kysely<Database>, id: string): Promise<TemplateData[]> {
  const { rows } = await db.selectFrom('template_batch').where('id', '=', id).select('rows').executeTakeFirstOrThrow()
  // Only what the contract's schema let through is ever written there.
  return rows as TemplateData[]
}

/** The PDFs of a batch in the order of its rows. */
export async function findBatchFiles(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('template_batch_file')
    .where('id_batch', '=', id)
    .select(['row', 'nombre', 'blob_key', 'size', 'created_at'])
    .orderBy('row')
    .execute()
}

/** Whoever started a batch, as long as they may still come in; `held`: they stay what they are until the transaction ends. */
export async function findMaker(db: Kysely<Database>, id: string, how: 'read' | 'held' = 'read') {
  const select = db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where('app_user.id', '=', id)
    .where('app_user.activo', '=', true)
    .where(companyIsActive)
    .select(['app_user.id', 'app_user.role', 'app_user.id_company', 'app_user.nombre'])
  return await (how === 'held' ? select.forShare('app_user') : select).executeTakeFirst()
}
export type Maker = NonNullable<Awaited<ReturnType<typeof findMaker>>>

/**
 * Holds a batch until the transaction ends, when `row` is the one that comes next in it; false when it was stopped, or
 * another process has come further.
 */
export async function lockBatchRow(trx: Transaction<Database>, id: string, row: number): Promise<boolean> {
  const held = await trx
    .selectFrom('template_batch')
    .where('id', '=', id)
    .select(['status', 'done', 'failed'])
    .forUpdate()
    .executeTakeFirst()
  return held?.status === 'running' && held.done + held.failed + 1 === row
}

/** A row is over, well or not; the last one ends the batch. */
export async function countRow(
  trx: Transaction<Database>,
  { id, total }: Pick<BatchRow, 'id' | 'total'>,
  row: number,
  { errors, at }: { errors: readonly BatchError[]; at: Date },
): Promise<void> {
  const column = errors.length === 0 ? 'done' : 'failed'
  await trx
    .updateTable('template_batch')
    .set((eb) => ({
      [column]: eb(column, '+', 1),
      errors: sql<string>`errors || ${JSON.stringify(errors)}::jsonb`,
      status: row === total ? 'done' : 'running',
      updated_at: at,
    }))
    .where('id', '=', id)
    .execute()
}
