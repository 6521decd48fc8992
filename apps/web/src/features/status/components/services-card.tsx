import type { Service, ServiceState, ServiceStatus } from '@foja/contracts/status'
import { Archive, BugOff, ClockCheck, Database, HardDrive, ListChecks, LogIn, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { FileTile } from '../../../ui/tile.tsx'
import { marks } from '../state-marks.tsx'
import { useStatusTexts } from '../texts/status.ts'
import type { Checks } from '../use-checks.ts'
import { setUpPaths } from '../set-up-paths.ts'

const icons: Record<Service, ReactNode> = {
  mail: <Mail />,
  disk: <HardDrive />,
  database: <Database />,
  files: <Archive />,
  timestamp: <ClockCheck />,
  sign_in: <LogIn />,
  jobs: <ListChecks />,
  antivirus: <BugOff />,
}

/** Columns of a row from `md` on: tile, name, state, what is said, button. On phones name and state are above the rest. */
export const rowColumns =
  'grid min-h-15 grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-5 py-2.5 max-sm:px-4 md:grid-cols-[2.25rem_9.25rem_7.25rem_minmax(0,1fr)_auto]'

type Props = { services: readonly ServiceStatus[]; checks: Checks }

/** Every service with its state, worst first. */
export function ServicesCard({ services, checks }: Props) {
  const texts = useStatusTexts()
  const count = (state: ServiceState) => services.filter((one) => one.state === state).length
  const counts = (['ok', 'warning', 'failed'] as const).filter((state) => count(state) > 0)
  return (
    <Card aria-labelledby="services-title">
      <CardHeader
        title={texts.list}
        titleId="services-title"
        count={services.length}
        action={
          <span className="text-small text-ink-muted">
            {counts.map((state) => texts[state](count(state))).join(' · ')}
          </span>
        }
      />
      <CardList>
        {services.map((service) => (
          <ServiceRow key={service.service} status={service} checks={checks} />
        ))}
      </CardList>
    </Card>
  )
}

function ServiceRow({ status: { service, state, sentence, next }, checks }: { status: ServiceStatus; checks: Checks }) {
  const texts = useStatusTexts()
  const domain = useDomainTexts()
  const name = texts.services[service]
  const { tone, icon } = marks[state]
  const error = checks.errors.get(service)
  return (
    <li className={cn(rowColumns, state === 'failed' && 'bg-soft-error/35')}>
      <FileTile>{icons[service]}</FileTile>
      <h3 className="text-body font-semibold">{name}</h3>
      <div className="flex">
        <Badge variant={tone} icon={icon}>
          {texts.states[state]}
        </Badge>
      </div>
      <div className="min-w-0 max-md:col-span-2" aria-live="polite">
        <p className="text-body wrap-anywhere">{sentence}</p>
        {next !== null && <p className="text-small text-ink-muted wrap-anywhere">{next}</p>}
        {isUnreported(error) && (
          <p className="text-small text-error-ink">{problemOf(error)?.detail ?? domain.tryAgainLater}</p>
        )}
      </div>
      <div className="justify-self-end">
        <RowAction service={service} isOff={state === 'off'} checks={checks} />
      </div>
    </li>
  )
}

/** A service in use is checked; one that is not is set up, if that is done in Foja. */
function RowAction({ service, isOff, checks }: { service: Service; isOff: boolean; checks: Checks }) {
  const texts = useStatusTexts()
  const name = texts.services[service]
  const to = setUpPaths[service]
  if (!isOff) {
    return (
      <Button
        size="sm"
        aria-label={texts.checkOf(name)}
        loading={checks.running.has(service)}
        onClick={() => void checks.check(service)}
      >
        {texts.check}
      </Button>
    )
  }
  if (to === undefined) return null
  return (
    <Button asChild size="sm">
      <AppLink to={to} aria-label={texts.setUpOf(name)}>
        {texts.setUp}
      </AppLink>
    </Button>
  )
}
