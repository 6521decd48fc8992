import { useQuery } from '@tanstack/react-query'
import { Plus, Send } from 'lucide-react'
import { AgendaCard, upcomingQuery } from '../../features/agenda/components/agenda-card.tsx'
import { summaryQuery } from '../../features/home/api/summary.ts'
import { ActivityChartCard, spans } from '../../features/home/components/activity-chart-card.tsx'
import { EmailNotice } from '../../features/home/components/email-notice.tsx'
import { RecentCard } from '../../features/home/components/recent-card.tsx'
import { SignDoor } from '../../features/home/components/sign-door.tsx'
import { TodoCard } from '../../features/home/components/todo-card.tsx'
import { tabKinds } from '../../features/home/todo-kinds.ts'
import { sampleOfficeQuery } from '../../features/setup/api/sample-office.ts'
import { documentRequestsQuery } from '../../features/signing-requests/api/document-requests.ts'
import { signingRequestsQuery } from '../../features/signing-requests/api/signing-requests.ts'
import { mostWaiting, waitingOf } from '../../features/signing-requests/progress.ts'
import { SampleNotice } from '../../features/setup/components/sample-notice.tsx'
import { signerQuery } from '../../features/signing/api/signer.ts'
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
import { SignerNotice } from './home-signer-notice.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/')

const HomeFirstSteps = lazyPart(async () => (await import('./home-first-steps.tsx')).HomeFirstSteps)

const WaitingCard = lazyPart(
  async () => (await import('../../features/signing-requests/components/waiting-card.tsx')).WaitingCard,
)

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
            <Button asChild icon={<Send />}>
              <AppLink to={paths.askForSignatures()}>{home.ask}</AppLink>
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
  const running = useQuery(signingRequestsQuery({ status: 'enviada' }))
  const collecting = useQuery(documentRequestsQuery({ status: 'abierta' }))
  const awaited = waitingOf(running.data?.results ?? [], collecting.data?.results ?? [])
  const role = session?.user.role ?? 'usuario'
  const total = metrics.data && metrics.data.pendiente + metrics.data.agendado + metrics.data.concluido
  if (summary.isLoadingError) {
    return (
      <Card>
        <LoadFailed error={summary.error} onRetry={() => void summary.refetch()} />
      </Card>
    )
  }
  // Everything is drawn at once, so that nothing moves.
  if (
    summary.data === undefined ||
    [signer, metrics, sample, agenda, running, collecting].some(({ isLoading }) => isLoading)
  )
    return <OverviewSkeleton />
  const door = (
    <SignDoor
      onFiles={(files) => {
        handOver(files)
        void navigate({ href: paths.sign() })
      }}
    />
  )
  const isNew = total === 0 && summary.data.todo.length === 0
  // At most one: what failed comes first, and the next when it is closed.
  const notices = (
    <div className="*:not-first:hidden">
      <EmailNotice emails={summary.data.emails} mayFix={mayReadOutbox} />
      {mayRemoveSample && <SampleNotice />}
      {!isNew && signer.data !== undefined && <SignerNotice signer={signer.data} />}
    </div>
  )
  if (isNew) {
    return (
      <>
        {notices}
        <div className="mb-4">{door}</div>
        <HomeFirstSteps fallback={<FirstStepsSkeleton />} />
      </>
    )
  }
  return (
    <>
      {!phone && notices}
      <div className={columns}>
        <div className="flex min-w-0 flex-col gap-4">
          {!phone && door}
          <TodoCard
            summary={summary.data}
            kinds={tabKinds(role, summary.data.counts)}
            wanted={ver}
            onKind={(kind) => void navigate({ search: { ver: kind, semanas }, replace: true })}
          />
          {phone && (
            <>
              {door}
              <div className="-mb-3 empty:hidden">{notices}</div>
            </>
          )}
          {awaited.length > 0 && (
            <WaitingCard
              // Its header and rows, so that nothing moves when they come.
              fallback={<Card aria-busy style={{ height: 54 + 57 * Math.min(awaited.length, mostWaiting) }} />}
              awaited={awaited}
            />
          )}
          <RecentCard recent={summary.data.recent} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <AgendaCard />
          <ActivityChartCard
            summary={summary.data}
            counts={metrics.data}
            weeks={weeksIn(semanas)}
            onWeeks={(next) => void navigate({ search: { ver, semanas: next }, replace: true })}
          />
        </div>
      </div>
    </>
  )
}

const columns = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]'

/** The same places while they load. */
function OverviewSkeleton() {
  const phone = useMedia(phoneQuery)
  return (
    <div className={columns}>
      <div className="flex min-w-0 flex-col gap-4">
        {!phone && (
          <Card className="flex h-19 items-center px-5">
            <Skeleton className="h-4 w-40" />
          </Card>
        )}
        <Card>
          <div className="flex min-h-18 items-center justify-between gap-4 border-b border-line px-5">
            {[1, 2, 3, 4].map((at) => (
              <Skeleton key={at} className="h-6 w-20" />
            ))}
          </div>
          <SkeletonList rows={4} />
        </Card>
      </div>
      <Card className="max-lg:hidden">
        <SkeletonList rows={3} header />
      </Card>
    </div>
  )
}
