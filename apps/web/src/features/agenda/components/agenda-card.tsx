import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CalendarDays, MapPin } from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useAgendaTexts } from '../texts/agenda.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Card, CardHeader, CardList } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { textLink } from '../../../ui/link.ts'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { agendaQuery, type Appointment } from '../api/agenda.ts'
import { ofDay, AppointmentRow } from './appointment-parts.tsx'
import { addDays, dayOf, letterOf, startOf } from '../week.ts'

/** Days that are fetched, and how many of them are shown. */
const ahead = 9
const shown = 5
const most = 5

const isWeekend = (day: string) => [0, 6].includes(startOf(day).getDay())

/** The appointments of the next days. */
export const upcomingQuery = () => agendaQuery(dayOf(new Date()), ahead)

/** Five days from today on: working days, and weekend days with appointments. */
function pickDays(today: string, busy: ReadonlySet<string>): string[] {
  const days = Array.from({ length: ahead }, (_, at) => addDays(today, at))
  return days.filter((day, at) => at === 0 || !isWeekend(day) || busy.has(day)).slice(0, shown)
}

/** The next days, with the appointments of the selected one. */
export function AgendaCard() {
  const agenda = useAgendaTexts()
  const today = dayOf(new Date())
  const { data, isLoadingError, error, refetch } = useQuery(upcomingQuery())
  return (
    <Card aria-labelledby="agenda-title">
      <CardHeader
        title={agenda.title}
        titleId="agenda-title"
        action={
          <AppLink to={paths.agenda()} className={textLink}>
            {agenda.seeAll} <ArrowRight aria-hidden />
          </AppLink>
        }
      />
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={3} />
      ) : (
        <Days today={today} items={data.items} />
      )}
    </Card>
  )
}

function Days({ today, items }: { today: string; items: readonly Appointment[] }) {
  const agenda = useAgendaTexts()
  const { locale, longDate } = useFormat()
  const onDay = (one: string) => ofDay(items, one)
  const days = pickDays(today, new Set(items.map((item) => dayOf(new Date(item.fecha_agendada)))))
  const [chosen, choose] = useState<string>()
  const day = days.find((one) => one === chosen) ?? days.find((one) => onDay(one).length > 0) ?? today
  const list = onDay(day)
  return (
    <>
      <div role="group" aria-label={agenda.days} className="grid grid-cols-5 gap-1 px-4 pt-3">
        {days.map((one) => {
          const count = onDay(one).length
          return (
            <button
              key={one}
              type="button"
              aria-pressed={one === day}
              onClick={() => choose(one)}
              className={cn(
                'flex h-14 flex-col items-center justify-center rounded-lg hover:bg-muted',
                one === day && 'bg-muted',
              )}
            >
              <span className="sr-only">{agenda.dayWith(longDate(startOf(one)), count)}</span>
              <span aria-hidden className="text-meta text-ink-muted uppercase">
                {letterOf(one, locale)}
              </span>
              <span aria-hidden className="font-semibold figures">
                {startOf(one).getDate()}
              </span>
              <span className={cn('size-1 rounded-full', count > 0 && 'bg-gold-ink')} />
            </button>
          )
        })}
      </div>
      {list.length === 0 ? (
        <p className="flex items-center gap-3 p-5 text-ink-muted">
          <CalendarDays aria-hidden className="size-5 shrink-0" /> {agenda.noneThatDay}
        </p>
      ) : (
        <CardList className="pt-1">
          {list.slice(0, most).map((item) => (
            <AppointmentRow key={item.id_solicitud} item={item} details={briefOf(item)}>
              {item.lugar !== null && <MapPin aria-hidden className="size-4 shrink-0 text-ink-muted" />}
            </AppointmentRow>
          ))}
        </CardList>
      )}
      {list.length > most && (
        <p className="border-t border-line px-5 py-2.5">
          <AppLink to={paths.agenda()} className={textLink}>
            {agenda.moreThatDay(list.length - most)}
          </AppLink>
        </p>
      )}
    </>
  )
}

/** Place and parties, or the title if there are no parties. */
function briefOf({ lugar, partes, main_titulo }: Appointment): string {
  const people = partes.map(({ nombre }) => nombre).join(' / ')
  return [lugar ?? '', people === '' ? main_titulo : people].filter((part) => part !== '').join(' · ')
}
