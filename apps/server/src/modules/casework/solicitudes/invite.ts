import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import { queueInvitation, type Appointment } from '../../delivery/public.ts'
import type { CaseDeps } from './case-context.ts'
import type { LockedSolicitud } from '../../case-locks/public.ts'
import type { Step } from './notify-participants.ts'

type Row = LockedSolicitud['row']

/** The part of a request that stands in calendars. */
export type Planned = Pick<Row, 'status' | 'fecha_agendada' | 'lugar' | 'titulo' | 'asignado_a' | 'partes'>

/** Only what was sent and is still to come stands in people's calendars. */
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
 * What a step means for calendars: an invitation, its end, or nothing. A request that is concluded before its date needs
 * that no more; of a date that has passed nothing is said.
 */
export function calendarStep(before: Planned, after: Planned, now: Date): 'REQUEST' | 'CANCEL' | null {
  const was = isPlanned(before, now)
  if (!isPlanned(after, now)) return was ? 'CANCEL' : null
  return was && sameAppointment(before, after) ? null : 'REQUEST'
}

function appointmentOf({ main }: LockedSolicitud, row: Row, step: Step): Omit<Appointment, 'fecha' | 'sequence'> {
  const { actor, act } = step.call
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
    act,
  }
}

/**
 * Queues what calendars are to hear of a step from `before` to its request: an invitation to whom it is new or another, and
 * its end to whoever does not come any more. The step has counted `calendar_sequence` on (`calendarStep`).
 */
export async function inviteFor(
  trx: Transaction<Database>,
  deps: CaseDeps,
  step: Step,
  before: Row,
  mensaje: string | null = null,
): Promise<void> {
  const { held, at } = step
  const method = calendarStep(before, held.row, at)
  if (method === null) return
  const sequence = before.calendar_sequence
  const old = { ...appointmentOf(held, before, step), sequence, mensaje }
  if (method === 'CANCEL') {
    const concluded = held.row.status === 'concluido'
    await queueInvitation(trx, deps, 'CANCEL', { ...old, fecha: before.fecha_agendada!, concluded })
    return
  }
  const now = appointmentOf(held, held.row, step)
  if (isPlanned(before, at)) {
    await queueInvitation(trx, deps, 'CANCEL', { ...old, fecha: before.fecha_agendada!, still: now })
  }
  const was = isPlanned(before, at) ? { was: { ...old, fecha: before.fecha_agendada! } } : {}
  await queueInvitation(trx, deps, 'REQUEST', { ...now, sequence, fecha: held.row.fecha_agendada!, mensaje, ...was })
}
