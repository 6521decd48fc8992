import type { sendSolicitud as sendCall } from '@foja/contracts/casework'
import type { Solicitud } from '@foja/contracts/solicitudes'
import { inTransaction } from '@foja/db/transaction'
import type * as z from 'zod/mini'
import { authorize } from '../../../http/authorize.ts'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { readSolicitud, saveSolicitud, type SolicitudValues } from './case.queries.ts'
import { calendarStep, inviteFor } from './invite.ts'
import { clearIneligibleAssignee } from './clear-ineligible-assignee.ts'
import { lockSolicitud, requireAllowed } from '../../case-locks/public.ts'
import { diffRequest, zoneOf } from './requested-changes.ts'
import { requireVersion } from './require-version.ts'
import { recordStep, notifySent, type CaseCtx, type Step } from './notify-participants.ts'

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
