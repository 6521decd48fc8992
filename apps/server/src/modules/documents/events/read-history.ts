import type { history, Event } from '@foja/contracts/events'
import { idPattern } from '@foja/contracts/ids'
import { chainOf } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { verifyChain } from '@foja/db/verify-chains'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import { findCaseOf, findDocumentOwner, findEvents } from './events.queries.ts'
import { presentEvent } from './present-event.ts'
import { readTrail } from './read-trail.ts'

const pageSize = 50

/** A chain, and optionally the one document whose events are requested. */
type Subject = { chain: string; document: string | null }

/** Resolves `id` if the caller may read it. A document in the recycle bin is readable by those who may restore it. */
async function requireSubject({ db, actor }: Ctx, id: string): Promise<Subject> {
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
 * Returns one page of a history, newest first, and whether its whole chain is intact.
 * @throws ProblemError not_found, also for what the caller may not see
 */
export async function readHistory(
  ctx: Ctx,
  { id, before }: { id: string; before: number | undefined },
): Promise<z.input<(typeof history.replies)[200]>> {
  const subject = await requireSubject(ctx, id)
  const rows = await findEvents(ctx.db, { ...subject, before, limit: pageSize + 1 })
  const verdict = await verifyChain(ctx.db, subject.chain)
  const page = rows.slice(0, pageSize)
  return {
    events: page.flatMap(presentEvent),
    next: rows.length > pageSize ? page.at(-1)!.seq : null,
    intact: verdict.intact,
    count: verdict.events,
  }
}

/** Number of events shown of a case file; its integrity is verified over all of them. */
const mostEvents = 200

/** Returns the newest events of a case file, newest first, and whether its event chain is intact. */
export async function historyOf(
  db: Kysely<Database>,
  idSolicitudMain: string,
): Promise<{ history: Event[]; intact: boolean }> {
  const chain = chainOf({ id_solicitud_main: idSolicitudMain })
  const { events, verdict } = await readTrail(db, { chain, most: mostEvents })
  return { history: events.toReversed().flatMap(presentEvent), intact: verdict.intact }
}
