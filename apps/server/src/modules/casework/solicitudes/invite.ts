import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { queueInvitation, type Appointment } from '../../delivery/public.ts'
import type { LockedSolicitud } from '../../case-locks/public.ts'
import type { Step } from './notify-participants.ts'

type Row = LockedSolicitud['row']

/** The fields of a request that appear in calendars. */
export type Planned = Pick<Row, 'status' | 'fecha_agendada' | 'lugar' | 'titulo' | 'asignado_a' | 'partes'>

/** Only future appointments of sent requests are in participants' calendars. */
const isPlanned = ({ status, fecha_agendada: fecha }: Planned, now: Date) =>
  status === 'agendado' && fecha !== null && fecha > now

const invitees = (partes: readonly Parte[]) =>
  partes
    .flatMap(({ email }) => email ?? [])
    .toSorted()
    .join()

const sameAppointment = (a: Planned, b: Planned) =>
  a.fecha_agendada?.getTime() === b.fecha_agendada?.getTime() &&
  a.lugar === b.lugar &&
  a.titulo === b.titulo &&
  a.asignado_a === b.asignado_a &&
  invitees(a.partes) === invitees(b.partes)

/**
 * The calendar message that a step requires: an invitation, a cancellation, or none. Concluding a request before its
 * date cancels the appointment; past appointments are not cancelled.
 */
export function calendarStep(before: Planned, after: Planned, now: Date): 'REQUEST' | 'CANCEL' | null {
  const was = isPlanned(before, now)
  if (!isPlanned(after, now)) return was ? 'CANCEL' : null
  return was && sameAppointment(before, after) ? null : 'REQUEST'
}

function appointmentOf(
  { actor }: Ctx,
  { locked: { main }, batch }: Step,
  row: Row,
): Omit<Appointment, 'fecha' | 'sequence'> {
  return {
    id_solicitud: row.id_solicitud,
    id_company: row.id_company,
    titulo: row.titulo,
    main_titulo: main.titulo,
    timeZone: row.time_zone,
    lugar: row.lugar,
    partes: row.partes,
    assignee: row.asignado_a,
    author: main.created_by,
    actor: { id: actor.id, email: actor.email },
    batch,
  }
}

/**
 * Queues the calendar messages of a step: invitations to participants for whom the appointment is new or changed, and
 * cancellations to those who are removed. The step has increased `calendar_sequence` already (`calendarStep`).
 */
export async function inviteFor(
  trx: Transaction<Database>,
  ctx: Ctx,
  step: Step,
  before: Row,
  mensaje: string | null = null,
): Promise<void> {
  const { locked, at } = step
  const method = calendarStep(before, locked.row, at)
  if (method === null) return
  const sequence = before.calendar_sequence
  const old = { ...appointmentOf(ctx, step, before), sequence, mensaje }
  if (method === 'CANCEL') {
    const concluded = locked.row.status === 'concluido'
    await queueInvitation(trx, ctx, 'CANCEL', { ...old, fecha: before.fecha_agendada!, concluded })
    return
  }
  const now = appointmentOf(ctx, step, locked.row)
  if (isPlanned(before, at)) {
    await queueInvitation(trx, ctx, 'CANCEL', { ...old, fecha: before.fecha_agendada!, still: now })
  }
  const was = isPlanned(before, at) ? { was: { ...old, fecha: before.fecha_agendada! } } : {}
  await queueInvitation(trx, ctx, 'REQUEST', { ...now, sequence, fecha: locked.row.fecha_agendada!, mensaje, ...was })
}
