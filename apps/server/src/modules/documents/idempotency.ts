import type { Document } from '@foja/contracts/documents'
import type { Database } from '@foja/db/schema'
import type { Kysely, Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import { presentDocument } from './documents.presenter.ts'
import { findDocumentRow } from './documents.queries.ts'

/** A request that creates documents, identified by its user and key; `request_sha256` is the digest of its content. */
export type KeyedCall = { id_user: string; key: string; request_sha256: string }

async function findCall(db: Kysely<Database>, { id_user, key, request_sha256 }: KeyedCall) {
  const first = await db
    .selectFrom('upload')
    .where('id_user', '=', id_user)
    .where('key', '=', key)
    .select(['request_sha256', 'documents'])
    .executeTakeFirst()
  if (first !== undefined && first.request_sha256 !== request_sha256) {
    throw new ProblemError('id_in_use', { field: 'key' })
  }
  return first
}

/** Claims the key for this transaction; false for a repetition. Throws `id_in_use`. */
export async function claimKey(trx: Transaction<Database>, call: KeyedCall, at: Date): Promise<boolean> {
  const taken = await trx
    .insertInto('upload')
    .values({ ...call, documents: [], created_at: at })
    .onConflict((conflict) => conflict.columns(['id_user', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken !== undefined) return true
  await findCall(trx, call)
  return false
}

/** Stores the created documents for repetitions; in the transaction that claimed the key. */
export async function storeCreatedIds(trx: Transaction<Database>, call: KeyedCall, documents: string[]): Promise<void> {
  await trx
    .updateTable('upload')
    .set({ documents })
    .where('id_user', '=', call.id_user)
    .where('key', '=', call.key)
    .execute()
}

/** Documents as the API presents them, without those in the recycle bin. */
export async function readDocuments(db: Kysely<Database>, ids: readonly string[]): Promise<Document[]> {
  const documents: Document[] = []
  for (const id of ids) {
    const row = await findDocumentRow(db, id)
    if (row !== undefined) documents.push(presentDocument(row))
  }
  return documents
}

/** The documents that the same request created before; null for the first request. Throws `id_in_use`. */
export async function findEarlierDocuments(db: Kysely<Database>, call: KeyedCall): Promise<Document[] | null> {
  const first = await findCall(db, call)
  return first === undefined ? null : await readDocuments(db, first.documents)
}
