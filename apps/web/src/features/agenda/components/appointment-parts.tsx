import { CalendarClock, CircleCheckBig, ClockAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type agenda, useAgendaTexts } from '../texts/agenda.ts'
import type { Tone } from '../../../ui/badge.tsx'
import type { Appointment } from '../api/agenda.ts'
import { dayOf } from '../week.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { CardRow, cardLink } from '../../../ui/card.tsx'

/** Length of an appointment in minutes: the API has none. */
export const appointmentMinutes = 60

type AppointmentState = 'coming' | 'past' | 'done'

export function stateOf(item: Appointment, now: number): AppointmentState {
  if (item.status === 'concluido') return 'done'
  return new Date(item.fecha_agendada).getTime() < now ? 'past' : 'coming'
}

export const toneOf: Record<AppointmentState, Tone> = { coming: 'info', past: 'error', done: 'success' }

/** The appointments of one day in the user's time zone. */
export const ofDay = (items: readonly Appointment[], day: string): Appointment[] =>
  items.filter((item) => dayOf(new Date(item.fecha_agendada)) === day)

type Words = { agenda: typeof agenda }

/** What the parties answered to their convocation; empty without one. */
function answersOf({ answers }: Appointment, { agenda }: Words): string[] {
  if (answers === null) return []
  const { total, confirma, otra_fecha, no_asiste } = answers
  return [
    agenda.answers.confirma(String(confirma), String(total)),
    ...(otra_fecha === 0 ? [] : [agenda.answers.otra_fecha(String(otra_fecha))]),
    ...(no_asiste === 0 ? [] : [agenda.answers.no_asiste(String(no_asiste))]),
  ]
}

/** Answers, place, parties and assignee in one line. */
export const detailsOf = (item: Appointment, { agenda }: Words): string =>
  [
    ...answersOf(item, { agenda }),
    item.lugar ?? '',
    item.main_titulo === item.titulo ? '' : item.main_titulo,
    item.partes.map(({ nombre }) => nombre).join(' / '),
    item.asignado_a === null ? agenda.unassigned : item.asignado_a.nombre,
  ]
    .filter((part) => part !== '')
    .join(' · ')

const icons = { coming: CalendarClock, past: ClockAlert, done: CircleCheckBig }

/** Icon for an upcoming, past or concluded appointment, with a text for screen readers. */
export function StateIcon({ state }: { state: AppointmentState }) {
  const agenda = useAgendaTexts()
  const Icon = icons[state]
  return (
    <>
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{agenda.states[state]}. </span>
    </>
  )
}

type Props = {
  item: Appointment
  details: string
  /** Content at the end of the row. */
  children?: ReactNode
}

/** A row of a list of appointments; the whole row links to the request. */
export function AppointmentRow({ item, details, children }: Props) {
  const { time } = useFormat()
  return (
    <CardRow className="hover:bg-canvas">
      <time dateTime={item.fecha_agendada} className="w-11 shrink-0 self-start pt-0.5 font-semibold figures">
        {time(item.fecha_agendada)}
      </time>
      <div className="min-w-0 flex-1">
        <AppLink to={paths.solicitud(item.id_solicitud)} className={`block truncate font-medium ${cardLink}`}>
          {item.titulo}
        </AppLink>
        <p className="truncate text-small text-ink-muted">{details}</p>
      </div>
      {children}
    </CardRow>
  )
}
