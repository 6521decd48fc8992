import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { ProblemError } from '../../http/problem.ts'
import type { DocumentRow } from './documents.queries.ts'
import { moveDocument, type RecycleCall, type RecycleDeps } from './recycle.ts'

/** A request needs at least one document. The caller holds its row lock, so that two deletions see each other. */
async function refuseLast(trx: Transaction<Database>, { id_documento, id_solicitud }: DocumentRow): Promise<void> {
  if (id_solicitud === null) return
  const other = await trx
    .selectFrom('document')
    .select('id_documento')
    .where('id_solicitud', '=', id_solicitud)
    .where('id_documento', '<>', id_documento)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) throw new ProblemError('last_document')
}

/**
 * Moves a document to the recycle bin: its links stop working, no one can read it, and its prepared signing is deleted.
 * Deleting a document in the bin changes nothing.
 * @throws ProblemError not_found, forbidden, last_document, solicitud_concluded, transition_not_allowed
 */
export async function deleteDocument(deps: RecycleDeps, call: RecycleCall, id: string): Promise<void> {
  await moveDocument(deps, call, id, {
    to: 'bin',
    first: async (trx, document) => {
      await refuseLast(trx, document)
      await trx.deleteFrom('prepared_signing').where('id_documento', '=', id).execute()
    },
  })
}
