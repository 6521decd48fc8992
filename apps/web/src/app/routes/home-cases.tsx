import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CalendarDays, FolderPlus, MapPin, Plus } from 'lucide-react'
import { solicitudesQuery } from '../../features/solicitudes/api/list-solicitud-main.ts'
import { CasePeople, CaseStatus, CaseTitle } from '../../features/solicitudes/components/case-cells.tsx'
import { nextHearings, peopleOf } from '../../features/solicitudes/summarise-case.ts'
import { useFormat, useTexts } from '../../i18n/texts.tsx'
import { AppLink } from '../../domain/app-link.tsx'
import { LoadFailed } from '../../domain/load-failed.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow, cardLink } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { textLink } from '../../ui/link.ts'
import { SkeletonList } from '../../ui/skeleton.tsx'

const recentQuery = solicitudesQuery(1, { size: 6 })
/** Cases with a hearing; their dates are sorted here, because the list is by last change. */
const agendaQuery = solicitudesQuery(1, { status: 'agendado', size: 50 })

export function HomeCases({ mayCreate }: { mayCreate: boolean }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <Recent mayCreate={mayCreate} />
      <Agenda />
    </div>
  )
}

function Recent({ mayCreate }: { mayCreate: boolean }) {
  const { home, solicitudes } = useTexts()
  const { relative } = useFormat()
  const { data, isError, error, refetch } = useQuery(recentQuery)
  return (
    <Card aria-labelledby="recent-title">
      <CardHeader
        title={home.recent}
        titleId="recent-title"
        action={
          <AppLink to={paths.solicitudes()} className={textLink}>
            {home.seeAll} <ArrowRight aria-hidden />
          </AppLink>
        }
      />
      {isError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={6} />
      ) : data.results.length === 0 ? (
        <EmptyState
          icon={<FolderPlus />}
          tone="primary"
          title={solicitudes.emptyTitle}
          action={
            mayCreate ? (
              <Button asChild icon={<Plus />}>
                <AppLink to={paths.newSolicitud()}>{solicitudes.new}</AppLink>
              </Button>
            ) : undefined
          }
        >
          {solicitudes.emptyText}
        </EmptyState>
      ) : (
        <CardList>
          {data.results.map((group) => (
            <CardRow key={group.id_solicitud_main} className="hover:bg-canvas">
              <div className="min-w-0 flex-1">
                <CaseTitle group={group} />
              </div>
              <span className="w-20 max-md:hidden">
                <CasePeople group={group} />
              </span>
              <span className="w-36 max-sm:w-auto">
                <CaseStatus group={group} />
              </span>
              <span className="w-24 text-right text-small whitespace-nowrap text-ink-muted max-md:hidden">
                {relative(group.updated_at)}
              </span>
            </CardRow>
          ))}
        </CardList>
      )}
    </Card>
  )
}

function Agenda() {
  const { home } = useTexts()
  const { shortDate, time } = useFormat()
  const { data } = useQuery(agendaQuery)
  const coming = nextHearings(data?.results ?? [], Date.now()).slice(0, 5)
  return (
    <Card aria-labelledby="agenda-title">
      <CardHeader title={home.agenda} titleId="agenda-title" />
      {data === undefined ? (
        <SkeletonList rows={3} />
      ) : coming.length === 0 ? (
        <p className="flex items-center gap-3 p-5 text-ink-muted">
          <CalendarDays aria-hidden className="size-5 shrink-0" /> {home.noAgenda}
        </p>
      ) : (
        <CardList>
          {coming.map(({ group, request, date }) => (
            <CardRow key={group.id_solicitud_main} className="hover:bg-canvas">
              <div className="w-14 shrink-0">
                <p className="font-semibold figures">{time(date)}</p>
                <p className="text-meta text-ink-muted">{shortDate(date)}</p>
              </div>
              <div className="min-w-0 flex-1">
                <AppLink
                  to={paths.solicitud(request.id_solicitud)}
                  className={`block truncate font-medium ${cardLink}`}
                >
                  {group.titulo}
                </AppLink>
                <p className="truncate text-small text-ink-muted">{request.lugar ?? peopleOf(group).join(' / ')}</p>
              </div>
              {request.lugar !== null && <MapPin aria-hidden className="size-4 text-ink-muted" />}
            </CardRow>
          ))}
        </CardList>
      )}
    </Card>
  )
}
