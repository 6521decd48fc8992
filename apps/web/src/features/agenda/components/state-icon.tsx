import { CalendarClock, CircleCheckBig, ClockAlert } from 'lucide-react'
import { useAgendaTexts } from '../texts/agenda.ts'
import type { AppointmentState } from '../appointment-look.ts'

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
