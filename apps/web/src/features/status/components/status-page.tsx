import type { ServiceStatus, SystemStatus } from '@foja/contracts/status'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Play } from 'lucide-react'
import { AppLink } from '../../../shared/app-link.tsx'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { statusQuery } from '../api/status.ts'
import { writeReport } from '../report.ts'
import { setUpPaths } from '../set-up-paths.ts'
import { useStatusTexts } from '../texts/status.ts'
import { useChecks } from '../use-checks.ts'
import { BackupCard } from './backup-card.tsx'
import { FailedJobsCard } from './failed-jobs-card.tsx'
import { CertificatesCard, VersionCard } from './rail-cards.tsx'
import { ServicesCard } from './services-card.tsx'
import { StatusSkeleton } from './status-skeleton.tsx'

/** What Foja needs and how it is, for administrators. */
export function StatusPage() {
  const texts = useStatusTexts()
  const format = useFormat()
  const query = useQuery(statusQuery)
  const { data } = query
  const checks = useChecks()
  const latest = data?.services
    .map(({ checked_at }) => checked_at)
    .toSorted()
    .at(-1)
  const used = (data?.services ?? []).filter(({ state }) => state !== 'off').map(({ service }) => service)
  return (
    <div className="max-w-360">
      <PageHeader
        title={texts.title}
        note={latest === undefined ? texts.note : `${texts.note} ${texts.checked(format.relative(latest))}`}
        actions={
          <>
            {data === undefined ? (
              <Skeleton className="h-9 w-36 max-sm:h-11" />
            ) : (
              <CopyButton variant="ghost" size="md" label={texts.copy} text={writeReport(data, texts, format)} />
            )}
            <Button
              variant="primary"
              icon={<Play />}
              disabled={data === undefined}
              loading={checks.running.size > 1}
              onClick={() => void checks.checkAll(used)}
            >
              {texts.checkAll}
            </Button>
          </>
        }
      />
      {query.isLoadingError ? (
        <Card>
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : data === undefined ? (
        <StatusSkeleton />
      ) : (
        <div className="flex flex-col gap-4">
          {query.isRefetchError && <Stale className="" onRetry={() => void query.refetch()} />}
          <FailureBanner services={data.services} />
          <Shown data={data} checks={checks} />
        </div>
      )}
    </div>
  )
}

function Shown({ data, checks }: { data: SystemStatus; checks: ReturnType<typeof useChecks> }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <ServicesCard services={data.services} checks={checks} />
        <FailedJobsCard />
      </div>
      <div className="flex flex-col gap-4">
        <BackupCard backup={data.backup} />
        <CertificatesCard certificates={data.certificates} />
        <VersionCard version={data.version} />
      </div>
    </div>
  )
}

/** The first service that fails: what does not work, since when, what to do, and whether the rest works. */
function FailureBanner({ services }: { services: readonly ServiceStatus[] }) {
  const texts = useStatusTexts()
  const { relative, time } = useFormat()
  const failed = services.filter(({ state }) => state === 'failed')
  const [first] = failed
  if (first === undefined) return null
  const { service, next, effect, since } = first
  const isToday = since !== null && new Date(since).toDateString() === new Date().toDateString()
  const when = since === null ? null : isToday ? time(since) : relative(since)
  const to = setUpPaths[service]
  const label = service === 'mail' || service === 'timestamp' ? texts.fix[service] : null
  return (
    <Alert
      variant="error"
      icon={<CircleAlert />}
      action={to === undefined || label === null ? undefined : <AppLink to={to}>{label}</AppLink>}
    >
      <p>
        <strong className="font-semibold">{texts.failing(texts.failures[service], when)}</strong> {effect ?? next}{' '}
        {failed.length === 1 ? texts.others : texts.othersFail(failed.length - 1)}
      </p>
    </Alert>
  )
}
