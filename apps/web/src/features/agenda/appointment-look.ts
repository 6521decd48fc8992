import type { agenda } from './texts/agenda.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { Appointment } from './api/agenda.ts'
import { dayOf } from './week.ts'

/** Length of an appointment in minutes: the API has none. */
export const appointmentMinutes = 60

export type AppointmentState = 'coming' | 'past' | 'done'

export function stateOf(item: Appointment, now: number): AppointmentState {
  if (item.status === 'concluido') return 'done'
  return new Date(item.fecha_agendada).getTime() < now ? 'past' : 'coming'
}

export const toneOf: Record<AppointmentState, Tone> = { coming: 'info', past: 'error', done: 'success' }

/** The appointments of one day in the user's time zone. */
export const ofDay = (items: readonly Appointment[], day: string): Appointment[] =>
  items.filter((item) => dayOf(new Date(item.fecha_agendada)) === day)

type Words = { agenda: typeof agenda }

/** Place, parties and assignee in one line. */
export const detailsOf = (item: Appointment, { agenda }: Words): string =>
  [
    item.lugar ?? '',
    item.main_titulo === item.titulo ? '' : item.main_titulo,
    item.partes.map(({ nombre }) => nombre).join(' / '),
    item.asignado_a === null ? agenda.unassigned : item.asignado_a.nombre,
  ]
    .filter((part) => part !== '')
    .join(' · ')
