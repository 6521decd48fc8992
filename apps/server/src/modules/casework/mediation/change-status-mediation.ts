import { allowedDocumentActions } from '@foja/contracts/actions'
import type { changeStatusMediation as call } from '@foja/contracts/casework'
import type { Document } from '@foja/contracts/documents'
import { findTransition, mediationTransitions } from '@foja/contracts/states'
import { appendEvent } from '@foja/db/events'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Ctx } from '../../../context.ts'
import { ProblemError } from '../../../http/problem.ts'
import {
  changeOf,
  documentsOfSolicitudes,
  lockDocument,
  requireDocument,
  type DocumentRow,
} from '../../documents/public.ts'
import { announceChange, notify } from '../../notify/public.ts'
import { lockSolicitud, touchCase, type LockedSolicitud } from '../../case-locks/public.ts'

export type Mediation = z.output<typeof call.body> & { id: string }

type Trx = Transaction<Database>
/** A document with its request and case file, locked until the transaction ends. */
type Locked = { solicitud: LockedSolicitud; document: DocumentRow }

/** Locks the document; throws `not_found`, `forbidden`, or `transition_not_allowed` outside a case file. */
async function lockForMediation(trx: Trx, { actor }: Ctx, id: string): Promise<Locked> {
  const { id_solicitud } = await requireDocument(trx, actor, 'document.mediate', id)
  if (id_solicitud === null) throw new ProblemError('transition_not_allowed')
  const solicitud = await lockSolicitud(trx, actor, 'solicitud.read', id_solicitud)
  await lockDocument(trx, id)
  // Read again under the lock.
  return { solicitud, document: await requireDocument(trx, actor, 'document.mediate', id) }
}

/** The document as the API presents it. */
async function read(trx: Trx, { solicitud, document }: Locked): Promise<Document> {
  const id = solicitud.row.id_solicitud
  const documents = (await documentsOfSolicitudes(trx, [id])).get(id) ?? []
  const found = documents.find(({ id_documento }) => id_documento === document.id_documento)
  if (found === undefined) throw new ProblemError('not_found')
  return found
}

/** Throws the problem that forbids the step. */
function requireStep({ solicitud: { main, row }, document }: Locked, { actor }: Ctx, wanted: Mediation): void {
  if (row.status === 'concluido') throw new ProblemError('solicitud_concluded')
  const { status_mediacion: mediacion } = document
  const step = findTransition(mediationTransitions, mediacion, wanted.status)
  const actions = allowedDocumentActions(actor, main, { solicitud: row.status, mediacion, isPdf: false })
  const allowed = step?.roles.includes(actor.role) === true && actions.includes('mediate')
  if (!allowed) throw new ProblemError('transition_not_allowed')
}

/** Notifies the author, the mediator and open screens, and records the event. */
async function record(
  trx: Trx,
  ctx: Ctx,
  { solicitud: { main, row }, document }: Locked,
  { status, motivo: reason }: Mediation,
  at: Date,
): Promise<void> {
  const { actor, ip } = ctx
  const { id_documento, nombre, status_mediacion: from } = document
  const motivo = reason ?? null
  await notify(trx, ctx, {
    kind: 'mediation.changed',
    to: row.asignado_a === null ? [main.created_by] : [main.created_by, row.asignado_a],
    actor: { id: actor.id, nombre: actor.nombre },
    id_solicitud: row.id_solicitud,
    id_documento,
    data: { titulo: row.titulo, nombre, from, status, motivo },
    email: true,
  })
  await announceChange(trx, ctx, changeOf(document))
  await appendEvent(trx, {
    action: 'mediation.changed',
    id_solicitud_main: main.id_solicitud_main,
    id_company: main.id_company,
    id_documento,
    actor: actor.id,
    actor_label: actor.nombre,
    data: { nombre, from, status, motivo },
    ip,
    at,
  })
}

/**
 * Moves a document's mediation to the next state. With `from`, a change by another user meanwhile throws
 * `stale_version` with the current document.
 * @throws ProblemError not_found, forbidden, stale_version, transition_not_allowed, solicitud_concluded,
 * validation_failed where a reason is missing
 */
export async function changeStatusMediation(ctx: Ctx, wanted: Mediation): Promise<Document> {
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockForMediation(trx, ctx, wanted.id)
    const { document, solicitud } = locked
    if (wanted.from !== undefined && wanted.from !== document.status_mediacion) {
      throw new ProblemError('stale_version', { current: await read(trx, locked) })
    }
    requireStep(locked, ctx, wanted)
    const at = ctx.clock()
    await trx
      .updateTable('document')
      .set({ status_mediacion: wanted.status, updated_at: at })
      .where('id_documento', '=', document.id_documento)
      .execute()
    await touchCase(trx, solicitud.main.id_solicitud_main, at)
    await record(trx, ctx, locked, wanted, at)
    return await read(trx, locked)
  })
}
