import type { returnPendiente } from '@foja/contracts/casework'
import type { Solicitud } from '@foja/contracts/solicitudes'
import { inTransaction } from '@foja/db/transaction'
import type * as z from 'zod/mini'
import { sendNotificationBatch, startNotificationBatch } from '../../outbox/public.ts'
import { readSolicitud, saveSolicitud } from './case.queries.ts'
import { calendarStep, inviteFor } from './invite.ts'
import { clearIneligibleAssignee } from './clear-ineligible-assignee.ts'
import { lockSolicitud, requireAllowed } from '../../case-locks/public.ts'
import { requireVersion } from './require-version.ts'
import { recordStep, notifyConcerned, type CaseCtx, type Step } from './notify-participants.ts'

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
