import { allowedDocumentActions } from '@foja/contracts/actions'
import type { changeStatusMediation as call, recordMediation as recordCall } from '@foja/contracts/casework'
import type { Document } from '@foja/contracts/documents'
import { findTransition, mediationTransitions, type MediationStatus } from '@foja/contracts/states'
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
export type Recording = z.output<typeof recordCall.body>

type Trx = Transaction<Database>
/** Documents with their request and case file, locked until the transaction ends. */
type Locked = { solicitud: LockedSolicitud; documents: DocumentRow[] }

/** Locks documents of one request; throws `not_found`, `forbidden`, or `transition_not_allowed` for any others. */
async function lockForMediation(trx: Trx, { actor }: Ctx, ids: readonly string[]): Promise<Locked> {
  const readAll = async () => {
    const rows: DocumentRow[] = []
    for (const id of ids) rows.push(await requireDocument(trx, actor, 'document.mediate', id))
    return rows
  }
  const [id_solicitud = null, ...others] = new Set((await readAll()).map((document) => document.id_solicitud))
  if (id_solicitud === null || others.length > 0) throw new ProblemError('transition_not_allowed')
  const solicitud = await lockSolicitud(trx, actor, 'solicitud.read', id_solicitud)
  for (const id of ids.toSorted()) await lockDocument(trx, id)
  // Read again under the lock.
  return { solicitud, documents: await readAll() }
}

/** The documents as the API presents them. */
async function read(trx: Trx, { row }: LockedSolicitud, ids: readonly string[]): Promise<Document[]> {
  const documents = (await documentsOfSolicitudes(trx, [row.id_solicitud])).get(row.id_solicitud) ?? []
  return ids.map((id) => {
    const found = documents.find(({ id_documento }) => id_documento === id)
    if (found === undefined) throw new ProblemError('not_found')
    return found
  })
}

/** Throws the problem that forbids the step. */
function requireStep({ main, row }: LockedSolicitud, { actor }: Ctx, mediacion: MediationStatus, to: MediationStatus) {
  if (row.status === 'concluido') throw new ProblemError('solicitud_concluded')
  const step = findTransition(mediationTransitions, mediacion, to)
  const actions = allowedDocumentActions(actor, main, { solicitud: row.status, mediacion, isPdf: false })
  const allowed = step?.roles.includes(actor.role) === true && actions.includes('mediate')
  if (!allowed) throw new ProblemError('transition_not_allowed')
}

/** The steps to a status: one, or through `en_proceso`. */
const pathTo = (from: MediationStatus, to: MediationStatus): MediationStatus[] =>
  from === to || findTransition(mediationTransitions, from, to) !== undefined ? [to] : ['en_proceso', to]

type Change = { path: readonly MediationStatus[]; motivo: string | null; at: Date }

/** Moves a document along `path`, with an event for each step, and updates open screens. */
async function move(
  trx: Trx,
  ctx: Ctx,
  solicitud: LockedSolicitud,
  document: DocumentRow,
  { path, motivo, at }: Change,
): Promise<void> {
  const { actor, ip } = ctx
  const { main } = solicitud
  const { id_documento, nombre } = document
  let from = document.status_mediacion
  for (const status of path) {
    requireStep(solicitud, ctx, from, status)
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
    from = status
  }
  await trx
    .updateTable('document')
    .set({ status_mediacion: from, updated_at: at })
    .where('id_documento', '=', id_documento)
    .execute()
  await announceChange(trx, ctx, changeOf(document))
}

/** Notifies the author and the mediator, once for all documents. */
async function notifyChange(
  trx: Trx,
  ctx: Ctx,
  { solicitud: { main, row }, documents }: Locked,
  { status, motivo = null }: { status: MediationStatus; motivo?: string | null | undefined },
): Promise<void> {
  const { id, nombre } = ctx.actor
  const [only, ...others] = documents
  await notify(trx, ctx, {
    kind: 'mediation.changed',
    to: row.asignado_a === null ? [main.created_by] : [main.created_by, row.asignado_a],
    actor: { id, nombre },
    id_solicitud: row.id_solicitud,
    id_documento: others.length === 0 ? only!.id_documento : null,
    data: {
      titulo: row.titulo,
      nombre: documents.map((document) => document.nombre).join(', '),
      ...(others.length === 0 ? { from: only!.status_mediacion } : { documentos: documents.length }),
      status,
      motivo,
    },
    email: true,
  })
}

/**
 * Moves a document's mediation to the next state. With `from`, a change by another user meanwhile throws
 * `stale_version` with the current document.
 * @throws ProblemError not_found, forbidden, stale_version, transition_not_allowed, solicitud_concluded,
 * validation_failed where a reason is missing
 */
export async function changeStatusMediation(ctx: Ctx, { id, from, ...wanted }: Mediation): Promise<Document> {
  const document = { id_documento: id, from }
  const [changed] = await changeAll(ctx, { ...wanted, documents: [document] }, (_from, to) => [to])
  return changed!
}

/**
 * Moves the mediation of documents of one request to the same state, all or none, and notifies once. Passes through
 * `en_proceso` where necessary.
 * @throws ProblemError as `changeStatusMediation`
 */
export const recordMediation = (ctx: Ctx, wanted: Recording): Promise<Document[]> => changeAll(ctx, wanted, pathTo)

type Wanted = Pick<Recording, 'status' | 'motivo'> & {
  documents: readonly { id_documento: string; from?: MediationStatus | undefined }[]
}

async function changeAll(ctx: Ctx, wanted: Wanted, pathOf: typeof pathTo): Promise<Document[]> {
  const { status, motivo = null } = wanted
  const known = new Map(wanted.documents.map(({ id_documento, from }) => [id_documento, from]))
  const ids = [...known.keys()]
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockForMediation(trx, ctx, ids)
    const { solicitud, documents } = locked
    for (const { id_documento: id, status_mediacion } of documents) {
      if ((known.get(id) ?? status_mediacion) === status_mediacion) continue
      const [current] = await read(trx, solicitud, [id])
      throw new ProblemError('stale_version', { current })
    }
    const at = ctx.clock()
    for (const document of documents) {
      const path = pathOf(document.status_mediacion, status)
      await move(trx, ctx, solicitud, document, { path, motivo, at })
    }
    await touchCase(trx, solicitud.main.id_solicitud_main, at)
    await notifyChange(trx, ctx, locked, { status, motivo })
    return await read(trx, solicitud, ids)
  })
}
