import type { BatchRequests } from '@foja/contracts/signing-requests'
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
    .select(sql<boolean>`batch.requests is not null`.as('asks'))
    .select(sql<boolean>`exists (select from template_batch_file where id_batch = batch.id)`.as('has_files'))
}
export type BatchRow = Awaited<ReturnType<ReturnType<typeof selectBatches>['executeTakeFirstOrThrow']>>

/** A batch without its rows. */
export async function findBatch(db: Kysely<Database>, id: string): Promise<BatchRow | undefined> {
  return await selectBatches(db).where('batch.id', '=', id).executeTakeFirst()
}

/** The data of each row. */
export async function findRows(db: Kysely<Database>, id: string): Promise<TemplateData[]> {
  const { rows } = await db.selectFrom('template_batch').where('id', '=', id).select('rows').executeTakeFirstOrThrow()
  // Only data validated by the contract's schema is written there.
  return rows as TemplateData[]
}

/** What asks for the signatures of a batch's documents; null: nothing does. */
export async function findBatchRequests(db: Kysely<Database>, id: string) {
  const { requests } = await db
    .selectFrom('template_batch')
    .where('id', '=', id)
    .select('requests')
    .executeTakeFirstOrThrow()
  // Only what the contract's schema has validated is written there.
  return requests === null ? null : { ...requests, asked: requests.asked as BatchRequests }
}

/** The PDFs of a batch, in row order. */
export async function findBatchFiles(db: Kysely<Database>, id: string) {
  return await db
    .selectFrom('template_batch_file')
    .where('id_batch', '=', id)
    .select(['row', 'nombre', 'blob_key', 'size', 'created_at'])
    .orderBy('row')
    .execute()
}

/** The user who started a batch, if active. `lock`: locked until the transaction ends. */
export async function findMaker(db: Kysely<Database>, id: string, how: 'read' | 'lock' = 'read') {
  const select = db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.id_company')
    .where('app_user.id', '=', id)
    .where('app_user.activo', '=', true)
    .where(companyIsActive)
    .select(['app_user.id', 'app_user.role', 'app_user.id_company', 'app_user.nombre'])
  return await (how === 'lock' ? select.forShare('app_user') : select).executeTakeFirst()
}
export type Maker = NonNullable<Awaited<ReturnType<typeof findMaker>>>

/**
 * Locks a batch until the transaction ends if `row` is its next row; false if it was stopped or another process has
 * gone further.
 */
export async function lockBatchRow(trx: Transaction<Database>, id: string, row: number): Promise<boolean> {
  const locked = await trx
    .selectFrom('template_batch')
    .where('id', '=', id)
    .select(['status', 'done', 'failed'])
    .forUpdate()
    .executeTakeFirst()
  return locked?.status === 'running' && locked.done + locked.failed + 1 === row
}

/** What an ended batch keeps: nothing of its rows, and no names and addresses. */
export const emptied = {
  rows: '[]',
  requests: sql<string | null>`jsonb_set(requests, '{asked,recipients}', '[]')`,
}

/** Counts a row as done or failed; the last one ends the batch. */
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
      ...(row === total ? emptied : {}),
    }))
    .where('id', '=', id)
    .execute()
}
