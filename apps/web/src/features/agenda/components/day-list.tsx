import { CalendarArrowDown } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useAgendaTexts } from '../texts/agenda.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHeader, CardList } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Appointment } from '../api/agenda.ts'
import { detailsOf, ofDay, stateOf, toneOf } from '../appointment-look.ts'
import { startOf } from '../week.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { StateIcon } from './state-icon.tsx'

type Props = {
  days: readonly string[]
  today: string
  items: readonly Appointment[]
  onCalendar: (item: Appointment) => void
}

/** The days with appointments, each with its list. */
export function DayList({ days, today, items, onCalendar }: Props) {
  const agenda = useAgendaTexts()
  const { longDate } = useFormat()
  return (
    <div className="flex flex-col gap-4">
      {days
        .map((day) => ({ day, list: ofDay(items, day) }))
        .filter(({ list }) => list.length > 0)
        .map(({ day, list }) => (
          <Card key={day} aria-labelledby={`day-${day}`}>
            <CardHeader
              titleId={`day-${day}`}
              title={<span className="inline-block first-letter:uppercase">{longDate(startOf(day))}</span>}
              count={list.length}
              action={day === today ? <Badge variant="primary">{agenda.today}</Badge> : undefined}
            />
            <CardList>
              {list.map((item) => (
                <Row key={item.id_solicitud} item={item} onCalendar={onCalendar} />
              ))}
            </CardList>
          </Card>
        ))}
    </div>
  )
}

function Row({ item, onCalendar }: { item: Appointment; onCalendar: (item: Appointment) => void }) {
  const agenda = useAgendaTexts()
  const state = stateOf(item, Date.now())
  return (
    <AppointmentRow item={item} details={detailsOf(item, { agenda })}>
      {state !== 'coming' && (
        <>
          <span className="max-sm:hidden">
            <Badge variant={toneOf[state]}>{agenda.states[state]}</Badge>
          </span>
          <span className={`sm:hidden ${state === 'past' ? 'text-error-ink' : 'text-on-soft-success'}`}>
            <StateIcon state={state} />
          </span>
        </>
      )}
      <IconButton label={agenda.calendar(item.titulo)} className="z-1 -mr-2" onClick={() => onCalendar(item)}>
        <CalendarArrowDown />
      </IconButton>
    </AppointmentRow>
  )
}
