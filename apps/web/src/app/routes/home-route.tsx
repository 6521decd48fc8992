import { useQuery } from '@tanstack/react-query'
import { Plus, ShieldCheck } from 'lucide-react'
import { AgendaCard, upcomingQuery } from '../../features/agenda/components/agenda-card.tsx'
import { summaryQuery, type Summary } from '../../features/home/api/summary.ts'
import { ActivityChartCard, spans } from '../../features/home/components/activity-chart-card.tsx'
import { EmailNotice } from '../../features/home/components/email-notice.tsx'
import { FigureSkeleton, TodoFigure } from '../../features/home/components/figures.tsx'
import { RecentCard } from '../../features/home/components/recent-card.tsx'
import { SignDoor } from '../../features/home/components/sign-door.tsx'
import { TodoCard } from '../../features/home/components/todo-card.tsx'
import { mainKinds, tabKinds } from '../../features/home/todo-kinds.ts'
import { sampleOfficeQuery } from '../../features/setup/api/sample-office.ts'
import { SampleNotice } from '../../features/setup/components/sample-notice.tsx'
import { signerQuery, type SignerState } from '../../features/signing/api/signer.ts'
import { metricsQuery } from '../../features/solicitudes/api/metrics.ts'
import { AppLink } from '../../shared/app-link.tsx'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { useFormat } from '../../lib/texts/texts.tsx'
import { useAppTexts } from '../../ui/texts/app.ts'
import { useHomeTexts } from '../../features/home/texts/home.ts'
import { handOver } from '../../lib/files/dropped-pdfs.ts'
import { paths } from '../../lib/router/paths.ts'
import { useSession } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../../shared/use-may.ts'
import { CertificateFigure, SignerNotice } from './home-certificate.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/')

const HomeFirstSteps = lazyPart(async () => (await import('./home-first-steps.tsx')).HomeFirstSteps)

const FirstStepsSkeleton = () => (
  <Card>
    <SkeletonList rows={5} header />
  </Card>
)

/** The home page: tasks, activity and recent events. */
export function HomeRoute() {
  const app = useAppTexts()
  return (
    <AppPage crumbs={[{ label: app.nav.home }]}>
      <Greeting />
      <Overview />
    </AppPage>
  )
}

function Greeting() {
  const app = useAppTexts()
  const home = useHomeTexts()
  const { longDate, plural } = useFormat()
  const { data: session } = useSession()
  const mayCreate = useMay('solicitud.create')
  const phone = useMedia(phoneQuery)
  const { data } = useQuery(summaryQuery(useWeeks()))
  const hour = new Date().getHours()
  const greet = hour < 12 ? home.morning : hour < 19 ? home.afternoon : home.evening
  const today = data?.counts.today ?? 0
  return (
    <PageHeader
      title={<span data-title={app.nav.home}>{greet(session?.user.name.split(' ')[0] ?? '')}</span>}
      note={
        <span className="first-letter:uppercase">
          {longDate(Date.now())}
          {today > 0 && ` · ${plural(today, home.todayWith)}`}
        </span>
      }
      // Not on a phone, where the figures come first and the tabs at the foot lead there.
      actions={
        phone ? undefined : (
          <>
            <Button asChild icon={<ShieldCheck />}>
              <AppLink to={paths.verify()}>{home.verify}</AppLink>
            </Button>
            {mayCreate && (
              <Button asChild icon={<Plus />}>
                <AppLink to={paths.newSolicitud()}>{home.new}</AppLink>
              </Button>
            )}
          </>
        )
      }
    />
  )
}

/** Number of weeks in the chart, from the address. */
const weeksIn = (semanas: string | undefined) => spans.find((span) => span === semanas) ?? '12'
const useWeeks = () => Number(weeksIn(route.useSearch().semanas))

function Overview() {
  const weeks = useWeeks()
  const { data: session } = useSession()
  const mayReadOutbox = useMay('outbox.read')
  const mayRemoveSample = useMay('company.remove')
  const { ver, semanas } = route.useSearch()
  const navigate = route.useNavigate()
  const phone = useMedia(phoneQuery)
  const summary = useQuery(summaryQuery(weeks))
  const signer = useQuery(signerQuery)
  const metrics = useQuery(metricsQuery)
  const sample = useQuery({ ...sampleOfficeQuery, enabled: mayRemoveSample })
  const agenda = useQuery(upcomingQuery())
  const role = session?.user.role ?? 'usuario'
  const total = metrics.data && metrics.data.pendiente + metrics.data.agendado + metrics.data.concluido
  if (summary.isError && summary.data === undefined) {
    return (
      <Card>
        <LoadFailed error={summary.error} onRetry={() => void summary.refetch()} />
      </Card>
    )
  }
  // Everything is drawn at once, so that nothing moves.
  if (summary.data === undefined || [signer, metrics, sample, agenda].some(({ isLoading }) => isLoading))
    return <OverviewSkeleton figures={mainKinds(role).length + 1} />
  const door = (
    <SignDoor
      onFiles={(files) => {
        handOver(files)
        void navigate({ href: paths.sign() })
      }}
    />
  )
  const isNew = total === 0 && summary.data.todo.length === 0
  const notices = (
    <>
      {/* At most one: what failed comes first. */}
      <div className="*:not-first:hidden">
        <EmailNotice emails={summary.data.emails} mayFix={mayReadOutbox} />
        {!isNew && signer.data !== undefined && <SignerNotice signer={signer.data} />}
      </div>
      {mayRemoveSample && <SampleNotice />}
    </>
  )
  return (
    <>
      {(isNew || !phone) && (
        <>
          {notices}
          {door}
        </>
      )}
      {isNew ? (
        <HomeFirstSteps fallback={<FirstStepsSkeleton />} />
      ) : (
        <>
          <Figures role={role} signer={signer.data} summary={summary.data} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
            <div className="flex min-w-0 flex-col gap-4">
              <TodoCard
                summary={summary.data}
                kinds={tabKinds(role, summary.data.counts)}
                wanted={ver}
                onKind={(kind) => void navigate({ search: { ver: kind, semanas }, replace: true })}
              />
              {phone && (
                <div className="-mb-4">
                  {door}
                  {notices}
                </div>
              )}
              <ActivityChartCard
                summary={summary.data}
                counts={metrics.data}
                weeks={weeksIn(semanas)}
                onWeeks={(next) => void navigate({ search: { ver, semanas: next }, replace: true })}
              />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <AgendaCard />
              <RecentCard recent={summary.data.recent} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

const figureGrid = 'mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4'

type FiguresProps = { role: Parameters<typeof mainKinds>[0]; signer: SignerState | undefined; summary: Summary }

function Figures({ role, signer, summary }: FiguresProps) {
  return (
    <div className={figureGrid}>
      {mainKinds(role).map((kind) => (
        <TodoFigure key={kind} kind={kind} summary={summary} to={`${paths.home()}?ver=${kind}`} />
      ))}
      {signer !== undefined && <CertificateFigure signer={signer} />}
    </div>
  )
}

/** The same places while they load. */
function OverviewSkeleton({ figures }: { figures: number }) {
  const phone = useMedia(phoneQuery)
  return (
    <>
      {!phone && (
        <Card className="mb-4 flex h-19 items-center px-5">
          <Skeleton className="h-4 w-40" />
        </Card>
      )}
      <div className={figureGrid}>
        {Array.from({ length: figures }, (_, at) => (
          <FigureSkeleton key={at} />
        ))}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Card>
          <SkeletonList rows={4} header />
        </Card>
        <Card className="max-lg:hidden">
          <SkeletonList rows={3} header />
        </Card>
      </div>
    </>
  )
}
