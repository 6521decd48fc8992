import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { lockCase } from '../case-locks/public.ts'
import { findAnyDocumentRow, type DocumentRow } from './documents.queries.ts'

/**
 * Locks a document, in the recycle bin or not, with its case file and request, until the transaction ends. The order of
 * locks is that of casework. Returns undefined when there is none.
 */
export async function lockStoredDocument(trx: Transaction<Database>, id: string): Promise<DocumentRow | undefined> {
  const found = await findAnyDocumentRow(trx, id)
  if (found === undefined) return undefined
  if (found.id_solicitud_main !== null) await lockCase(trx, found.id_solicitud_main)
  if (found.id_solicitud !== null) {
    await trx
      .selectFrom('solicitud')
      .select('id_solicitud')
      .where('id_solicitud', '=', found.id_solicitud)
      .forNoKeyUpdate()
      .execute()
  }
  await trx.selectFrom('document').select('id_documento').where('id_documento', '=', id).forUpdate().execute()
  return await findAnyDocumentRow(trx, id)
}
