import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { purgedBefore } from './documents.presenter.ts'
import { deletedCaseOf } from './documents.queries.ts'
import { announceForgotten } from './forget-pages.ts'
import { lockStoredDocument } from './require-document.ts'

const batch = 100
/** Tables purged with a document. Link openings go with their link; messages and notices have their own retention. */
const ownedTables = [
  'delivered_file',
  'prepared_signing',
  'verification_code',
  'user_shared',
  'share',
  'document_version',
  'document',
] as const

async function deleteRows(trx: Transaction<Database>, id: string): Promise<void> {
  for (const table of ownedTables) await trx.deleteFrom(table).where('id_documento', '=', id).execute()
}

/** Returns false if the document was restored or already purged. */
async function purge(deps: Pick<AppDeps, 'db' | 'clock' | 'bus'>, id: string): Promise<boolean> {
  const at = deps.clock()
  return await inTransaction(deps.db, async (trx) => {
    const document = await lockStoredDocument(trx, id)
    if (document === undefined || document.deleted_at === null) return false
    if (document.deleted_at > purgedBefore(at)) return false
    const id_solicitud_main = document.id_solicitud_main ?? (await deletedCaseOf(trx, document.id_solicitud))
    const versions = await trx.selectFrom('document_version').select('sha256').where('id_documento', '=', id).execute()
    await deleteRows(trx, id)
    await appendEvent(trx, {
      action: 'document.purged',
      id_solicitud_main,
      id_company: document.id_company,
      id_documento: id,
      actor: null,
      actor_label: '',
      data: { nombre: document.nombre, sha256: document.sha256 },
      at,
    })
    await announceForgotten(trx, deps, [...new Set(versions.map(({ sha256 }) => sha256))])
    return true
  })
}

/**
 * Deletes documents that have been in the recycle bin for 30 days: every row except the history, and the page images of
 * all processes. The sweep then deletes the unreferenced files. Returns the number of purged documents. Aborted by `signal`, it leaves
 * the rest to the next run.
 */
export async function purgeDocuments(
  deps: Pick<AppDeps, 'db' | 'clock' | 'bus'>,
  signal?: AbortSignal,
): Promise<number> {
  let purged = 0
  for (let purgedInBatch = batch; purgedInBatch > 0;) {
    const rows = await deps.db
      .selectFrom('document')
      .select('id_documento')
      .where('deleted_at', '<=', purgedBefore(deps.clock()))
      .orderBy('deleted_at')
      .limit(batch)
      .execute()
    purgedInBatch = 0
    for (const { id_documento } of rows) {
      signal?.throwIfAborted()
      if (await purge(deps, id_documento)) purgedInBatch += 1
    }
    purged += purgedInBatch
  }
  return purged
}
