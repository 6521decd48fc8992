import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx, SessionActor } from '../../context.ts'
import { authorize } from '../../http/authorize.ts'
import { ProblemError } from '../../http/problem.ts'
import { announceChange } from '../notify/public.ts'
import { touchCase } from '../case-locks/public.ts'
import { allowedActions, asResource, changeOf, purgedBefore } from './documents.presenter.ts'
import { findAnyDocumentRow, isLastDocument, isSharedWith, type DocumentRow } from './documents.queries.ts'
import { lockStoredDocument } from './require-document.ts'
import { requireNotRequested } from './requested.ts'

/**
 * A deleted document exists only for users who may restore it, and for no one after its retention or while its case file
 * is in the recycle bin.
 */
function requireDeletable(row: DocumentRow | undefined, actor: SessionActor, shared: boolean, now: Date): DocumentRow {
  const isPurgeable = row?.deleted_at != null && row.deleted_at <= purgedBefore(now)
  const isOfDeletedCase = row?.id_solicitud != null && row.id_solicitud_main === null
  const resource =
    row === undefined || isPurgeable || isOfDeletedCase ? undefined : asResource(row, shared && row.deleted_at === null)
  authorize('document.delete', actor, resource)
  return row!
}

/**
 * Checks the permission without a lock, so that requests of strangers block no one.
 * @throws ProblemError not_found, forbidden
 */
async function checkDeletable({ db, actor }: Ctx, id: string, now: Date): Promise<void> {
  requireDeletable(await findAnyDocumentRow(db, id), actor, await isSharedWith(db, id, actor.id), now)
}

/** Checks the permission again with the document locked: it may have been signed, deleted or restored meanwhile. */
async function lockDeletable(
  trx: Transaction<Database>,
  actor: SessionActor,
  id: string,
  now: Date,
): Promise<DocumentRow> {
  return requireDeletable(await lockStoredDocument(trx, id), actor, true, now)
}

/** The direction of a move; `first` may refuse it or change related rows. */
type Move = { to: 'bin' | 'place'; first?: (trx: Transaction<Database>, document: DocumentRow) => Promise<void> }

/**
 * Moves a document into or out of the recycle bin and returns it. Does nothing if it is already there.
 * @throws ProblemError not_found, forbidden, solicitud_concluded, transition_not_allowed
 */
async function moveDocument(ctx: Ctx, id: string, { to, first }: Move): Promise<DocumentRow> {
  const { db, actor, ip } = ctx
  const at = ctx.clock()
  await checkDeletable(ctx, id, at)
  return await inTransaction(db, async (trx) => {
    const document = await lockDeletable(trx, actor, id, at)
    if ((document.deleted_at !== null) === (to === 'bin')) return document
    requireChangeable(document, actor)
    await first?.(trx, document)
    const bin = to === 'bin' ? { deleted_at: at, deleted_by: actor.id } : { deleted_at: null, deleted_by: null }
    await trx
      .updateTable('document')
      .set({ ...bin, updated_at: at })
      .where('id_documento', '=', id)
      .execute()
    if (document.id_solicitud_main !== null) await touchCase(trx, document.id_solicitud_main, at)
    await announceChange(trx, ctx, changeOf(document))
    await appendEvent(trx, {
      action: to === 'bin' ? 'document.deleted' : 'document.restored',
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento: id,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { nombre: document.nombre },
      ip,
      at,
    })
    return { ...document, deleted_at: bin.deleted_at }
  })
}

/** Throws `solicitud_concluded` or `transition_not_allowed` when the state of the request forbids the change. */
function requireChangeable(row: DocumentRow, actor: SessionActor): void {
  if (allowedActions(row, actor).includes('delete')) return
  throw new ProblemError(row.solicitud_status === 'concluido' ? 'solicitud_concluded' : 'transition_not_allowed')
}

/**
 * Moves a document to the recycle bin: its links stop working, no one can read it, and its prepared signing is deleted.
 * Deleting a document in the bin changes nothing.
 * @throws ProblemError not_found, forbidden, last_document, solicitud_concluded, transition_not_allowed
 */
export async function deleteDocument(ctx: Ctx, id: string): Promise<void> {
  await moveDocument(ctx, id, {
    to: 'bin',
    first: async (trx, document) => {
      await requireNotRequested(trx, id)
      // Under the lock of the request, so that two deletions see each other.
      if (await isLastDocument(trx, document)) throw new ProblemError('last_document')
      await trx.deleteFrom('prepared_signing').where('id_documento', '=', id).execute()
    },
  })
}

/**
 * Restores a document from the recycle bin to its place, with its versions, links and shares. Restoring a document that
 * is not in the bin changes nothing.
 * @throws ProblemError not_found (also after its 30 days), forbidden, solicitud_concluded, transition_not_allowed
 */
export async function restoreDocument(ctx: Ctx, id: string): Promise<DocumentRow> {
  return await moveDocument(ctx, id, { to: 'place' })
}
