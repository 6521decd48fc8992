import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'

/** The stored file of one version of a document. */
export async function findVersion(db: Kysely<Database>, document: string, version: number) {
  return await db
    .selectFrom('document_version')
    .where('id_documento', '=', document)
    .where('version', '=', version)
    .select(['pdf_path', 'sha256', 'blob_key'])
    .executeTakeFirstOrThrow()
}

/** Locks a document's row until the transaction ends and returns its version, so that signings run one at a time. */
export async function lockVersion(trx: Transaction<Database>, document: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('document')
    .where('id_documento', '=', document)
    .where('deleted_at', 'is', null)
    .select('version')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.version
}
