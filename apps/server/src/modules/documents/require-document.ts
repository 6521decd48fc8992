import type { Actor, PolicyName } from '@foja/contracts/policies'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import { authorize } from '../../http/authorize.ts'
import { asResource } from './documents.presenter.ts'
import { findDocumentRow, isSharedWith, type DocumentRow } from './documents.queries.ts'

/** Returns a document for which the actor has the permission `policy`; throws `not_found` or `forbidden`. */
export async function requireDocument(
  db: Kysely<Database>,
  actor: Actor,
  policy: PolicyName,
  id: string,
): Promise<DocumentRow> {
  const row = await findDocumentRow(db, id)
  const resource = row === undefined ? undefined : asResource(row, await isSharedWith(db, id, actor.id))
  authorize(policy, actor, resource)
  return row!
}
