import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarPlus, ChevronLeft, ChevronRight, CalendarArrowDown } from 'lucide-react'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { usePeople } from '../../../shared/people.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useAgendaTexts } from '../texts/agenda.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../shared/use-toast-mutation.ts'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { agendaViews, type AgendaSearch } from '../agenda-search.ts'
import { agendaQuery, downloadAppointment, type Appointment } from '../api/agenda.ts'
import { addDays, dayOf, mondayOf, startOf, weekOf } from '../week.ts'
import { WeekGrid } from './week-grid.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { detailsOf, ofDay, stateOf, toneOf, AppointmentRow, StateIcon } from './appointment-parts.tsx'

type DayListProps = {
  days: readonly string[]
  today: string
  items: readonly Appointment[]
  onCalendar: (item: Appointment) => void
}

/** The days with appointments, each with its list. */
function DayList({ days, today, items, onCalendar }: DayListProps) {
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

type Props = {
  search: AgendaSearch
  onSearch: (change: AgendaSearch) => void
  /** Staff see the assignee and can filter by it. */
  isStaff: boolean
}

/** The appointments of a week, as a grid of hours or as a list; phones only have the list. */
export function AgendaPage({ search, onSearch, isStaff }: Props) {
  const agenda = useAgendaTexts()
  const { date, shortDate, plural } = useFormat()
  const phone = useMedia(phoneQuery)
  const today = dayOf(new Date())
  const monday = mondayOf(search.semana ?? today)
  const days = weekOf(monday)
  const query = useQuery(agendaQuery(monday, 7, search.asignado))
  const calendar = useMutation({
    mutationFn: ({ id_solicitud }: Appointment) => downloadAppointment(id_solicitud),
    onError: (error) => toastError(error, agenda.calendarFailed),
  })
  const go = (day: string) => onSearch({ semana: mondayOf(day) === mondayOf(today) ? undefined : mondayOf(day) })
  const view = phone ? 'lista' : (search.vista ?? 'semana')
  const count = query.data?.items.length
  const range = agenda.range(shortDate(startOf(monday)), date(startOf(addDays(monday, 6))))
  return (
    <>
      <PageHeader
        title={agenda.title}
        note={
          <span aria-live="polite">
            {range}
            {count !== undefined && ` · ${plural(count, agenda.count)}`}
          </span>
        }
        actions={
          <>
            {isStaff && <AssigneeFilter value={search.asignado} onChange={(asignado) => onSearch({ asignado })} />}
            {!phone && (
              <SegmentedControl
                label={agenda.view}
                value={view}
                onValueChange={(vista) => onSearch({ vista: vista === 'semana' ? undefined : vista })}
                options={agendaViews.map((value) => ({ value, label: agenda.views[value] }))}
              />
            )}
            <span className="flex items-center gap-1 max-sm:justify-between">
              <IconButton
                label={agenda.previous}
                variant="secondary"
                size={phone ? 'lg' : 'md'}
                onClick={() => go(addDays(monday, -7))}
              >
                <ChevronLeft />
              </IconButton>
              <Button onClick={() => go(today)} disabled={monday === mondayOf(today)}>
                {agenda.today}
              </Button>
              <IconButton
                label={agenda.next}
                variant="secondary"
                size={phone ? 'lg' : 'md'}
                onClick={() => go(addDays(monday, 7))}
              >
                <ChevronRight />
              </IconButton>
            </span>
          </>
        }
      />
      {query.isLoadingError ? (
        <Card>
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : query.data === undefined ? (
        <Card>
          <SkeletonList rows={6} />
        </Card>
      ) : (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
          {query.isRefetchError && <Stale onRetry={() => void query.refetch()} />}
          {query.data.more && (
            <Alert variant="warning" className="mb-4">
              {agenda.more}
            </Alert>
          )}
          {view === 'semana' ? (
            <WeekGrid days={days} today={today} items={query.data.items} onCalendar={calendar.mutate} />
          ) : query.data.items.length === 0 ? (
            <NoAppointments filtered={search.asignado !== undefined} />
          ) : (
            <DayList days={days} today={today} items={query.data.items} onCalendar={calendar.mutate} />
          )}
        </div>
      )}
    </>
  )
}

function NoAppointments({ filtered }: { filtered: boolean }) {
  const agenda = useAgendaTexts()
  return (
    <Card>
      <EmptyState
        icon={<CalendarPlus />}
        tone={filtered ? 'neutral' : 'primary'}
        title={agenda.emptyTitle}
        action={
          filtered ? undefined : (
            <Button asChild>
              <AppLink to={`${paths.solicitudes()}?sin_fecha=1`}>{agenda.openList}</AppLink>
            </Button>
          )
        }
      >
        {filtered ? agenda.emptyFiltered : agenda.emptyText}
      </EmptyState>
    </Card>
  )
}

const everybody = 'todas'

function AssigneeFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (id: string | undefined) => void
}) {
  const agenda = useAgendaTexts()
  const { data = [] } = usePeople('', { staff: true })
  return (
    <Select
      variant="filled"
      label={agenda.assignee}
      className="max-w-56"
      value={value ?? everybody}
      onValueChange={(id) => onChange(id === everybody ? undefined : id)}
      options={[
        { value: everybody, label: agenda.everybody },
        ...data.map(({ id, nombre }) => ({ value: id, label: nombre })),
      ]}
    />
  )
}
