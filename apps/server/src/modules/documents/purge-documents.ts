import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { AppDeps } from '../../deps.ts'
import { purgedBefore } from './documents.presenter.ts'
import { holdDocument } from './hold-document.ts'

const batch = 100
/** What belongs to a document and goes with it; openings go with their link, messages and notices by their own rules. */
const belongings = [
  'prepared_signing',
  'signing',
  'verification_code',
  'user_shared',
  'share',
  'document_version',
  'document',
] as const

async function deleteRows(trx: Transaction<Database>, id: string): Promise<void> {
  for (const table of belongings) await trx.deleteFrom(table).where('id_documento', '=', id).execute()
}

/** Digests of the versions that went; null when it was restored meanwhile, or purged by another process. */
async function purge(deps: Pick<AppDeps, 'db' | 'clock'>, id: string): Promise<string[] | null> {
  const at = deps.clock()
  return await inTransaction(deps.db, async (trx) => {
    const document = await holdDocument(trx, id)
    if (document === undefined || document.deleted_at === null) return null
    if (document.deleted_at > purgedBefore(at)) return null
    const versions = await trx.selectFrom('document_version').select('sha256').where('id_documento', '=', id).execute()
    await deleteRows(trx, id)
    await appendEvent(trx, {
      action: 'document.purged',
      id_solicitud_main: document.id_solicitud_main,
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
 * Deletes for good what has been in the recycle bin for 30 days: every row but the history, which tells of it, and the
 * images of its pages. The files are then named by nothing, and the sweep takes them. Answers how many documents went; aborted by `signal`, it leaves
 * the rest to the next time.
 */
export async function purgeDocuments(
  deps: Pick<AppDeps, 'db' | 'clock' | 'pageCache'>,
  signal?: AbortSignal,
): Promise<number> {
  let purged = 0
  for (let went = batch; went > 0;) {
    const rows = await deps.db
      .selectFrom('document')
      .select('id_documento')
      .where('deleted_at', '<=', purgedBefore(deps.clock()))
      .orderBy('deleted_at')
      .limit(batch)
      .execute()
    went = 0
    for (const { id_documento } of rows) {
      signal?.throwIfAborted()
      const contents = await purge(deps, id_documento)
      if (contents === null) continue
      went += 1
      // Another document of the same content has its pages drawn again.
      for (const sha256 of contents) await deps.pageCache.forget(sha256)
    }
    purged += went
  }
  return purged
}
