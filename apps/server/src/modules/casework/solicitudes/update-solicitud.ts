import type { Solicitud } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { readSolicitud, saveSolicitud, type SolicitudValues } from './case.queries.ts'
import { calendarStep, inviteFor } from './invite.ts'
import { lockSolicitud, requireAllowed, type LockedSolicitud } from '../../case-locks/public.ts'
import { diffRequest, zoneOf, type Changes, type Wanted } from './requested-changes.ts'
import { requireVersion } from './require-version.ts'
import {
  recordStep,
  notifyAssignee,
  notifyConcerned,
  type Step,
  type CaseCtx,
  type StepEvent,
} from './notify-participants.ts'

const isGiven = (...values: unknown[]) => values.some((value) => value !== undefined)

/** Throws if the permissions or the table of states forbid the changes. */
function requireMay(locked: LockedSolicitud, { actor }: Ctx, wanted: Wanted): void {
  const { titulo, tipo, notas, partes, fecha_agendada: fecha, lugar, asignado_a: assignee, status } = wanted
  const schedules = isGiven(fecha, lugar, assignee)
  if (schedules) authorize('solicitud.schedule', actor, locked.main)
  if (status !== undefined) authorize('solicitud.conclude', actor, locked.main)
  if (status !== undefined) requireAllowed(locked, actor, 'conclude')
  if (schedules) requireAllowed(locked, actor, 'schedule')
  if (isGiven(titulo, tipo, notas, partes) || !isGiven(status, schedules || undefined)) {
    requireAllowed(locked, actor, 'update')
  }
}

/** Renames a case file that still has the title of its first request. */
async function renameCase(trx: Transaction<Database>, { main, row }: LockedSolicitud, titulo: string): Promise<void> {
  if (row.position !== 0 || main.titulo !== row.titulo) return
  await trx
    .updateTable('solicitud_main')
    .set({ titulo })
    .where('id_solicitud_main', '=', main.id_solicitud_main)
    .execute()
}

async function notifyOfChanges(
  trx: Transaction<Database>,
  ctx: Ctx,
  step: Step,
  before: LockedSolicitud['row'],
  { values }: Changes,
): Promise<void> {
  const { row } = step.locked
  if (values.asignado_a !== undefined) await notifyAssignee(trx, ctx, step)
  const fecha = row.fecha_agendada?.toISOString() ?? null
  if (values.fecha_agendada !== undefined && before.status === 'agendado') {
    // The invitation replaces the email.
    await notifyConcerned(trx, ctx, step, 'solicitud.scheduled', { fecha, lugar: row.lugar }, false)
  }
  if (row.status !== before.status) await notifyConcerned(trx, ctx, step, 'solicitud.concluded')
  await inviteFor(trx, ctx, step, before)
}

/** The columns of the step: the changes, the conclusion, and the calendar sequence. */
function withConclusion({ row }: LockedSolicitud, values: SolicitudValues, isConcluded: boolean, at: Date) {
  const all: SolicitudValues = { ...values, ...(isConcluded ? { status: 'concluido', concluded_at: at } : {}) }
  const { partes, ...rest } = all
  const after = { ...row, ...rest, ...(partes === undefined ? {} : { partes: JSON.parse(partes) }) } as typeof row
  const calls = calendarStep(row, after, at) !== null
  return calls ? { ...all, calendar_sequence: row.calendar_sequence + 1 } : all
}

/**
 * Updates a request, and concludes it with `status: 'concluido'`: one step of its version, or none when nothing
 * changes.
 * @throws ProblemError not_found, forbidden, stale_version, transition_not_allowed, solicitud_concluded,
 * assignee_unknown, date_in_past
 */
export async function updateSolicitud(ctx: CaseCtx, wanted: Wanted): Promise<Solicitud> {
  const { id_solicitud: id, asignado_a: assignee } = wanted
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockSolicitud(trx, ctx.actor, 'solicitud.update', id, () => assignee)
    const at = ctx.clock()
    requireMay(locked, ctx, wanted)
    await requireVersion(trx, locked, wanted.version)
    const changes = await diffRequest(trx, locked, wanted, at)
    const fields = Object.keys(changes.values)
    const concludes = wanted.status === 'concluido'
    if (fields.length === 0 && !concludes) return await readSolicitud(trx, id)

    const { titulo } = changes.values
    // Search words follow by database triggers.
    if (titulo !== undefined) await renameCase(trx, locked, titulo)
    const saved = await saveSolicitud(
      trx,
      locked,
      withConclusion(locked, { ...changes.values, ...zoneOf(changes.values, ctx) }, concludes, at),
      at,
    )
    const batch = ctx.batch ?? startNotificationBatch()
    const step: Step = { locked: saved, batch, at }
    await notifyOfChanges(trx, ctx, step, locked.row, changes)
    if (ctx.batch === undefined) await sendNotificationBatch(trx, ctx, batch)
    const events: StepEvent[] = []
    if (fields.length > 0) {
      events.push({ action: 'solicitud.updated', data: { fields: fields.join(','), ...changes.eventData } })
    }
    if (concludes) events.push({ action: 'solicitud.concluded', data: {} })
    await recordStep(trx, ctx, step, events)
    return await readSolicitud(trx, id)
  })
}
