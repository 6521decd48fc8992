import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { purgedBefore } from './documents.presenter.ts'
import { deletedCaseOf } from './documents.queries.ts'
import { lockStoredDocument } from './require-document.ts'

const batch = 100
/** Tables purged with a document. Link openings go with their link; messages and notices have their own retention. */
const ownedTables = [
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

/** Returns the digests of the purged versions; null if the document was restored or already purged. */
async function purge(deps: Pick<AppDeps, 'db' | 'clock'>, id: string): Promise<string[] | null> {
  const at = deps.clock()
  return await inTransaction(deps.db, async (trx) => {
    const document = await lockStoredDocument(trx, id)
    if (document === undefined || document.deleted_at === null) return null
    if (document.deleted_at > purgedBefore(at)) return null
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
    return versions.map(({ sha256 }) => sha256)
  })
}

/**
 * Deletes documents that have been in the recycle bin for 30 days: every row except the history, and their page images.
 * The sweep then deletes the unreferenced files. Returns the number of purged documents. Aborted by `signal`, it leaves
 * the rest to the next run.
 */
export async function purgeDocuments(
  deps: Pick<AppDeps, 'db' | 'clock' | 'pageCache'>,
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
      const contents = await purge(deps, id_documento)
      if (contents === null) continue
      purgedInBatch += 1
      // Another document with the same content gets its pages drawn again.
      for (const sha256 of contents) await deps.pageCache.forget(sha256)
    }
    purged += purgedInBatch
  }
  return purged
}
