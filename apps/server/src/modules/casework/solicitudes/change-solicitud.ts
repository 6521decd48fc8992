import type * as z from 'zod/mini'
import type { Solicitud } from '@foja/contracts/solicitudes'
import type { Database } from '@foja/db/schema'
import { inTransaction } from '@foja/db/transaction'
import type { Transaction } from 'kysely'
import type { sendSolicitud as sendCall, returnPendiente } from '@foja/contracts/casework'
import type { Ctx } from '../../../context.ts'
import { authorize } from '../../../http/authorize.ts'
import { ProblemError } from '../../../http/problem.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { readSolicitud, saveSolicitud, type SolicitudValues } from './case.queries.ts'
import { calendarStep, inviteFor } from './invite.ts'
import { lockSolicitud, requireAllowed, type LockedSolicitud } from '../../case-locks/public.ts'
import { diffRequest, zoneOf, type Changes, type Wanted } from './requested-changes.ts'
import {
  recordStep,
  notifyAssignee,
  notifyConcerned,
  type Step,
  type CaseCtx,
  type StepEvent,
  notifySent,
} from './notify-participants.ts'
import { clearIneligibleAssignee } from './clear-ineligible-assignee.ts'

const isGiven = (...values: unknown[]) => values.some((value) => value !== undefined)

/** Throws `stale_version` with the current request if the caller's version is outdated. */
async function requireVersion(
  trx: Transaction<Database>,
  { row }: LockedSolicitud,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === row.version) return
  throw new ProblemError('stale_version', { current: await readSolicitud(trx, row.id_solicitud) })
}

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

export type Sending = z.output<typeof sendCall.body>

/**
 * Sends a request (`pendiente` → `agendado`), with a date, place and mediator if the staff sends it, and notifies the
 * participants.
 * @throws ProblemError not_found, forbidden, stale_version, transition_not_allowed, assignee_unknown, date_in_past
 */
export async function sendSolicitud(ctx: CaseCtx, sending: Sending): Promise<Solicitud> {
  const { id_solicitud: id, fecha_agendada: fecha, lugar, asignado_a: assignee, mensaje } = sending
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockSolicitud(trx, ctx.actor, 'solicitud.send', id, (current) =>
      assignee === undefined ? current : assignee,
    )
    const at = ctx.clock()
    if ([fecha, lugar, assignee].some((value) => value !== undefined)) {
      authorize('solicitud.schedule', ctx.actor, locked.main)
    }
    requireAllowed(locked, ctx.actor, 'send', 'transition_not_allowed')
    await requireVersion(trx, locked, sending.version)
    const { values, eventData } = await diffRequest(
      trx,
      locked,
      { id_solicitud: id, fecha_agendada: fecha, lugar, asignado_a: assignee },
      at,
    )
    const unassigned =
      values.asignado_a === undefined ? await clearIneligibleAssignee(trx, locked) : { values: {}, events: [] }
    const scheduled = { status: 'agendado', sent_at: at, concluded_at: null } as const
    const sent: SolicitudValues = { ...values, ...unassigned.values, ...zoneOf(values, ctx), ...scheduled }
    const after = { ...locked.row, ...sent } as typeof locked.row
    const calls = calendarStep(locked.row, after, at) === null ? 0 : 1
    const calendar_sequence = locked.row.calendar_sequence + calls
    const saved = await saveSolicitud(trx, locked, { ...sent, calendar_sequence }, at)
    const batch = ctx.batch ?? startNotificationBatch()
    const step: Step = { locked: saved, batch, at }
    const date = saved.row.fecha_agendada?.toISOString() ?? null
    await notifySent(trx, ctx, step, { fecha: date, lugar: saved.row.lugar, mensaje: mensaje || null })
    await inviteFor(trx, ctx, step, locked.row, mensaje || null)
    if (ctx.batch === undefined) await sendNotificationBatch(trx, ctx, batch)
    const { to_asignado_a: nombre = null } = eventData
    const data = { fecha: date, ...(nombre === null ? {} : { asignado_a: nombre }), mensaje: mensaje || null }
    await recordStep(trx, ctx, step, [...unassigned.events, { action: 'solicitud.sent', data }])
    return await readSolicitud(trx, id)
  })
}

export type Return = z.output<typeof returnPendiente.body>

/** Fields cleared when a request becomes `pendiente` again; its mediator stays if they may. */
const cleared = {
  status: 'pendiente',
  fecha_agendada: null,
  time_zone: null,
  lugar: null,
  sent_at: null,
  concluded_at: null,
  reminded_for: null,
} as const

/**
 * Returns a request to `pendiente` with a reason, clears its date and place, and notifies the participants.
 * @throws ProblemError not_found, forbidden, stale_version, transition_not_allowed
 */
export async function returnToPendiente(ctx: CaseCtx, wanted: Return): Promise<Solicitud> {
  const { id_solicitud: id, motivo } = wanted
  return await inTransaction(ctx.db, async (trx) => {
    const locked = await lockSolicitud(trx, ctx.actor, 'solicitud.return', id, (current) => current)
    const at = ctx.clock()
    requireAllowed(locked, ctx.actor, 'return', 'transition_not_allowed')
    await requireVersion(trx, locked, wanted.version)
    const unassigned = await clearIneligibleAssignee(trx, locked)
    const calls = calendarStep(locked.row, { ...locked.row, ...cleared }, at) === null ? 0 : 1
    const calendar_sequence = locked.row.calendar_sequence + calls
    const saved = await saveSolicitud(trx, locked, { ...cleared, ...unassigned.values, calendar_sequence }, at)
    const batch = ctx.batch ?? startNotificationBatch()
    const step: Step = { locked: saved, batch, at }
    await notifyConcerned(trx, ctx, step, 'solicitud.returned', { motivo })
    await inviteFor(trx, ctx, step, locked.row, motivo)
    if (ctx.batch === undefined) await sendNotificationBatch(trx, ctx, batch)
    const fecha = locked.row.fecha_agendada?.toISOString() ?? null
    const data = { from: locked.row.status, motivo, fecha }
    await recordStep(trx, ctx, step, [...unassigned.events, { action: 'solicitud.returned', data }])
    return await readSolicitud(trx, id)
  })
}
