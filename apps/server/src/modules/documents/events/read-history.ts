import type { history } from '@foja/contracts/events'
import { idPattern } from '@foja/contracts/ids'
import type { Actor } from '@foja/contracts/policies'
import { chainOf } from '@foja/db/events'
import { verifyChain } from '@foja/db/verify-chains'
import type { Database } from '@foja/db/schema'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import { findCaseOf, findDocumentOwner, findEvents } from './events.queries.ts'
import { presentEvent } from './present-event.ts'

const pageSize = 50

/** A chain, and the one document of it whose events are asked for. */
type Subject = { chain: string; document: string | null }

/** What `id` is about, when the actor may read it. Of a document in the recycle bin, those who could bring it back. */
async function requireSubject(db: Kysely<Database>, actor: Actor, id: string): Promise<Subject> {
  if (idPattern.test(id)) {
    const found = await findCaseOf(db, id)
    authorize('solicitud.read', actor, found)
    return { chain: chainOf(found), document: null }
  }
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new ProblemError('not_found')
  const found = await findDocumentOwner(db, id, actor.id)
  authorize('document.read', actor, found)
  return { chain: chainOf(found), document: id }
}

/**
 * One page of a history, the last first, and whether the whole chain that it is part of holds.
 * @throws ProblemError not_found, also for what the actor may not see
 */
export async function readHistory(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  before: number | undefined,
): Promise<z.input<(typeof history.replies)[200]>> {
  const subject = await requireSubject(db, actor, id)
  const rows = await findEvents(db, { ...subject, before, limit: pageSize + 1 })
  const verdict = await verifyChain(db, subject.chain)
  const page = rows.slice(0, pageSize)
  return {
    events: page.flatMap(presentEvent),
    next: rows.length > pageSize ? page.at(-1)!.seq : null,
    intact: verdict.intact,
    count: verdict.events,
  }
}
