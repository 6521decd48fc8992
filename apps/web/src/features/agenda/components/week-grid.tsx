import { CalendarArrowDown } from 'lucide-react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useAgendaTexts } from '../texts/agenda.ts'
import { paths } from '../../../lib/router/paths.ts'
import { tones } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Appointment } from '../api/agenda.ts'
import { appointmentMinutes, detailsOf, stateOf, toneOf, StateIcon } from './appointment-parts.tsx'
import { dayOf, minutesOf, startOf } from '../week.ts'

/** Start and end in minutes of the day. */
export type Span = { start: number; end: number }
/** `columns`: how many appointments share the width. `column`: position among them, from 0. */
type Placed<T> = { item: T; span: Span; column: number; columns: number }

/**
 * Places overlapping appointments of one day side by side. Appointments that overlap directly or through others share
 * the width evenly; one that begins when another ends does not overlap it.
 */
export function layoutDay<T>(items: readonly T[], spanOf: (item: T) => Span): Placed<T>[] {
  const sorted = items
    .map((item) => ({ item, span: spanOf(item) }))
    .sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)
  const placed: Placed<T>[] = []
  let group: Placed<T>[] = []
  let ends: number[] = []
  const close = () => {
    for (const one of group) one.columns = ends.length
    group = []
    ends = []
  }
  for (const { item, span } of sorted) {
    if (ends.length > 0 && ends.every((end) => end <= span.start)) close()
    const free = ends.findIndex((end) => end <= span.start)
    const column = free < 0 ? ends.length : free
    ends[column] = span.end
    const one = { item, span, column, columns: 1 }
    group.push(one)
    placed.push(one)
  }
  close()
  return placed
}

/** The hours of the grid: 7 to 20, extended to fit earlier and later appointments. */
export function hoursOf(spans: readonly Span[]): { from: number; to: number } {
  const starts = spans.map(({ start }) => Math.floor(start / 60))
  const ends = spans.map(({ end }) => Math.ceil(end / 60))
  return { from: Math.min(7, ...starts), to: Math.min(24, Math.max(20, ...ends)) }
}

/** Height of an hour in pixels: three lines of text. */
const hourHeight = 56

const spanOf = (item: Appointment): Span => {
  const start = minutesOf(new Date(item.fecha_agendada))
  return { start, end: start + appointmentMinutes }
}

type Props = {
  days: readonly string[]
  today: string
  items: readonly Appointment[]
  onCalendar: (item: Appointment) => void
}

/** Seven columns of hours. Screen readers get seven days, each with an ordered list of appointments. */
export function WeekGrid({ days, today, items, onCalendar }: Props) {
  const { from, to } = hoursOf(items.map(spanOf))
  const hours = Array.from({ length: to - from }, (_, at) => from + at)
  const height = (to - from) * hourHeight
  return (
    <Card className="overflow-x-auto">
      <div className="flex min-w-200">
        <div aria-hidden className="w-14 shrink-0 border-r border-line pt-13">
          <div className="relative" style={{ height }}>
            {hours.map((hour, at) => (
              <span
                key={hour}
                style={{ top: at * hourHeight }}
                className={cn('absolute right-2 text-meta text-ink-muted figures', at > 0 && '-translate-y-1/2')}
              >
                {String(hour).padStart(2, '0')}:00
              </span>
            ))}
          </div>
        </div>
        {days.map((day) => (
          <DayColumn
            key={day}
            day={day}
            isToday={day === today}
            from={from}
            hours={hours}
            items={items.filter((item) => dayOf(new Date(item.fecha_agendada)) === day)}
            onCalendar={onCalendar}
          />
        ))}
      </div>
    </Card>
  )
}

type ColumnProps = {
  day: string
  isToday: boolean
  from: number
  hours: readonly number[]
  items: readonly Appointment[]
  onCalendar: (item: Appointment) => void
}

function DayColumn({ day, isToday, from, hours, items, onCalendar }: ColumnProps) {
  const agenda = useAgendaTexts()
  const { locale, longDate } = useFormat()
  const at = startOf(day)
  const now = minutesOf(new Date()) - from * 60
  const placed = layoutDay(items, spanOf)
  // A day with many overlapping appointments is wider than the others.
  const widest = Math.max(2, ...placed.map(({ columns }) => columns))
  return (
    <section
      style={{ flex: `${widest / 2} 1 0` }}
      aria-labelledby={`week-${day}`}
      className={cn('min-w-0 border-line not-last:border-r', isToday && 'bg-selected')}
    >
      <h2
        id={`week-${day}`}
        aria-current={isToday ? 'date' : undefined}
        className="flex h-13 items-center justify-center gap-2 border-b border-line"
      >
        <span className="sr-only">{longDate(at)}</span>
        <span aria-hidden className="text-meta text-ink-muted">
          {at.toLocaleDateString(locale, { weekday: 'short' })}
        </span>
        <span
          aria-hidden
          className={cn(
            'flex size-7 items-center justify-center rounded-full font-semibold figures',
            isToday && 'bg-primary text-on-brand',
          )}
        >
          {at.getDate()}
        </span>
      </h2>
      {items.length === 0 && <p className="sr-only">{agenda.noneThatDay}</p>}
      <ol className="relative" style={{ height: hours.length * hourHeight }}>
        {hours.slice(1).map((hour, index) => (
          <li
            key={hour}
            aria-hidden
            style={{ top: (index + 1) * hourHeight }}
            className="absolute inset-x-0 border-t border-line"
          />
        ))}
        {placed.map((one) => (
          <Block key={one.item.id_solicitud} placed={one} from={from} onCalendar={onCalendar} />
        ))}
        {isToday && now >= 0 && now <= hours.length * 60 && (
          <li
            aria-hidden
            style={{ top: (now / 60) * hourHeight }}
            className="pointer-events-none absolute inset-x-0 z-1 h-0.5 bg-danger"
          />
        )}
      </ol>
    </section>
  )
}

type BlockProps = { placed: Placed<Appointment>; from: number; onCalendar: (item: Appointment) => void }

function Block({ placed, from, onCalendar }: BlockProps) {
  const agenda = useAgendaTexts()
  const { time } = useFormat()
  const { item, span, column, columns } = placed
  const state = stateOf(item, Date.now())
  const details = detailsOf(item, { agenda })
  return (
    <li
      style={{
        top: ((span.start - from * 60) / 60) * hourHeight + 1,
        height: ((span.end - span.start) / 60) * hourHeight - 2,
        left: `calc(${(column / columns) * 100}% + 2px)`,
        width: `calc(${100 / columns}% - 4px)`,
      }}
      className={cn(
        'group absolute overflow-hidden rounded-md border-l-3 border-current py-1 focus-within:z-2 hover:z-2',
        columns > 2 ? 'px-0.5' : 'px-2',
        tones[toneOf[state]],
      )}
    >
      <p className="flex items-center gap-1 text-tiny font-semibold figures">
        <span className={columns > 2 ? 'sr-only' : 'contents'}>
          <StateIcon state={state} />
        </span>
        <time dateTime={item.fecha_agendada}>{time(item.fecha_agendada)}</time>
      </p>
      <AppLink
        to={paths.solicitud(item.id_solicitud)}
        title={`${item.titulo} · ${details}`}
        className="block truncate rounded-sm text-meta font-semibold text-ink after:absolute after:inset-0 after:content-['']"
      >
        {item.titulo}
      </AppLink>
      <p className="truncate text-tiny text-ink-muted">{details}</p>
      <span
        hidden={columns > 2}
        className="absolute top-0 right-0 z-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
      >
        <IconButton label={agenda.calendar(item.titulo)} size="sm" onClick={() => onCalendar(item)}>
          <CalendarArrowDown />
        </IconButton>
      </span>
    </li>
  )
}
