import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'

/** The earlier signing with an idempotency key. */
export async function findSigning(db: Kysely<Database>, user: string, document: string, key: string) {
  return await db
    .selectFrom('signing')
    .innerJoin('document_version as result', (join) =>
      join
        .onRef('result.id_documento', '=', 'signing.id_documento')
        .onRef('result.version', '=', 'signing.result_version'),
    )
    .where('signing.id_user', '=', user)
    .where('signing.id_documento', '=', document)
    .where('signing.key', '=', key)
    .select(['signing.request_sha256', 'signing.level', 'signing.code', 'signing.repaired'])
    .select(['result.version', 'result.pdf_path', 'result.sha256', 'result.blob_key'])
    .executeTakeFirst()
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
