import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import { changeOf } from '../documents.presenter.ts'
import { lockDocument } from '../read-documents.ts'
import { requireDocument } from '../require-document.ts'
import type { DocumentRow } from '../documents.queries.ts'
import { announceChange, notify } from '../../notify/public.ts'
import { lockPeople } from '../../identity/public.ts'
import { findColleagues, findSharedWith, type PersonRow } from './shares.queries.ts'

type Trx = Transaction<Database>

/** The users with whom a document is shared, and their company. */
type SharedWith = { users: PersonRow[]; id_company: string | null }

const namesOf = (people: PersonRow[]) => people.map(({ nombre }) => nombre).join(', ')

/** Returns all users of `ids`; throws if one is not an active user of the document's company. */
async function requirePeople(trx: Trx, document: DocumentRow, ids: string[]): Promise<PersonRow[]> {
  const people = await findColleagues(trx, document.id_company, ids)
  if (people.length !== ids.length) throw new ProblemError('person_unknown', { field: 'users' })
  return people
}

async function writeRows(trx: Trx, { actor }: Ctx, document: DocumentRow, people: PersonRow[], at: Date) {
  const { id_documento } = document
  const kept = people.map(({ id }) => id)
  let others = trx.deleteFrom('user_shared').where('id_documento', '=', id_documento)
  if (kept.length > 0) others = others.where('id_user', 'not in', kept)
  await others.execute()
  if (kept.length === 0) return
  await trx
    .insertInto('user_shared')
    .values(kept.map((id_user) => ({ id_documento, id_user, created_by: actor.id, created_at: at })))
    .onConflict((conflict) => conflict.columns(['id_documento', 'id_user']).doNothing())
    .execute()
}

/**
 * Shares a document with exactly these users of its company. Notifies added users in the product and by email; removed
 * users lose access. An unchanged list changes nothing and notifies no one.
 * @throws ProblemError not_found, forbidden, person_unknown
 */
export async function changeSharedWith(ctx: Ctx, { id, users }: { id: string; users: string[] }): Promise<SharedWith> {
  const { db, clock, actor, ip } = ctx
  const document = await requireDocument(db, actor, 'document.share', id)
  const { id_company } = document
  return await inTransaction(db, async (trx) => {
    const ids = [...new Set(users)]
    await lockPeople(trx, ids)
    await lockDocument(trx, id)
    const people = await requirePeople(trx, document, ids)
    const before = await findSharedWith(trx, id)
    const added = people.filter((person) => !before.some((other) => other.id === person.id))
    const removed = before.filter((person) => !people.some((other) => other.id === person.id))
    const at = clock()
    await writeRows(trx, ctx, document, people, at)
    if (added.length + removed.length === 0) return { users: people, id_company }
    await notify(trx, ctx, {
      kind: 'document.shared',
      to: added.map((person) => person.id),
      actor: { id: actor.id, nombre: actor.nombre },
      id_documento: id,
      data: { nombre: document.nombre },
      email: true,
    })
    const concerned = [...people, ...removed].map((person) => person.id)
    await announceChange(trx, ctx, { ...changeOf(document), shared_with: concerned })
    await appendEvent(trx, {
      action: 'user_shared.changed',
      id_solicitud_main: document.id_solicitud_main,
      id_company: document.id_company,
      id_documento: id,
      actor: actor.id,
      actor_label: actor.nombre,
      data: { nombre: document.nombre, names: namesOf(people), added: namesOf(added), removed: namesOf(removed) },
      ip,
      at,
    })
    return { users: people, id_company }
  })
}
