import { useQuery } from '@tanstack/react-query'
import { Building2, KeyRound, ShieldAlert, ShieldCheck, Smartphone } from 'lucide-react'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSecurityTexts } from '../texts/security.ts'
import { useProvider } from '../../../lib/session/use-provider.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { securityQuery, type SecurityState } from '../api/security.ts'
import { PasswordModal } from './password-modal.tsx'
import { ProofModal } from './proof-modal.tsx'

/** Includes the QR encoder, so it loads when a user sets up the second factor. */
const TotpModal = lazyPart(async () => (await import('./totp-modal.tsx')).TotpModal)

type Dialog = 'password' | 'totp' | 'move' | 'renew' | 'remove'

type Props = {
  /** The company requires a second factor: the card takes the focus. */
  wanted: boolean
  onActivated: () => void
}

/** Password, second factor and identity provider. */
export function SecurityCard({ wanted, onActivated }: Props) {
  const security = useSecurityTexts()
  const { data, isError, error, refetch } = useQuery(securityQuery)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const card = useRef<HTMLElement>(null)
  const there = data !== undefined
  useEffect(() => {
    if (wanted && there) card.current?.focus()
  }, [wanted, there])
  const owed = data?.totp.owed === true
  const on = data !== undefined && data.totp.enabled_at !== null
  const wasOn = useRef(on)
  useEffect(() => {
    // The button disappeared with the second factor.
    if (wasOn.current && !on && document.activeElement === document.body) card.current?.focus()
    wasOn.current = on
  }, [on])
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="security-title" className="focus:outline-none">
      <CardHeader title={security.title} titleId="security-title" />
      {isError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={2} />
      ) : (
        <>
          {owed && (
            <div className="px-5 pt-5 max-sm:px-4">
              <Alert variant="warning" title={security.requiredTitle}>
                {security.requiredText}
              </Alert>
            </div>
          )}
          <CardList>
            <Totp state={data} onOpen={setDialog} />
            {!owed && <Password state={data} onOpen={() => setDialog('password')} />}
            {!owed && <OfficeAccount linked={data.provider} />}
          </CardList>
        </>
      )}
      {dialog === 'password' && <PasswordModal onClose={close} />}
      {(dialog === 'renew' || dialog === 'remove') && <ProofModal what={dialog} onClose={close} />}
      {(dialog === 'totp' || dialog === 'move') && (
        <Suspense fallback={null}>
          <TotpModal moving={dialog === 'move'} onClose={close} onActivated={onActivated} />
        </Suspense>
      )}
    </Card>
  )
}

type RowProps = { icon: ReactNode; title: string; badge?: ReactNode; children: ReactNode; actions?: ReactNode }

function Row({ icon, title, badge, children, actions }: RowProps) {
  return (
    <CardRow className="flex-wrap py-4 md:flex-nowrap">
      <span aria-hidden className="self-start text-ink-muted [&_svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {title} {badge}
        </h3>
        <div className="text-small text-ink-muted">{children}</div>
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 max-md:w-full max-sm:*:grow">{actions}</div>}
    </CardRow>
  )
}

function Password({ state, onOpen }: { state: SecurityState; onOpen: () => void }) {
  const security = useSecurityTexts()
  const { relative } = useFormat()
  const { has_password, password_changed_at: changedAt, provider } = state
  if (!has_password) {
    return (
      <Row icon={<KeyRound />} title={security.password}>
        {provider === null ? security.passwordNone : security.passwordNoneBy(provider)}
      </Row>
    )
  }
  return (
    <Row
      icon={<KeyRound />}
      title={security.password}
      actions={
        <Button size="sm" onClick={onOpen}>
          {security.changePassword}
        </Button>
      }
    >
      {changedAt === null ? security.passwordNever : security.passwordChanged(relative(changedAt))}
    </Row>
  )
}

/** At this number of recovery codes or fewer, the user is warned. */
const few = 3

type TotpProps = { state: SecurityState; onOpen: (dialog: Dialog) => void }

function Totp({ state: { totp, has_password }, onOpen }: TotpProps) {
  const security = useSecurityTexts()
  return (
    <Row
      icon={<Smartphone />}
      title={security.totp}
      badge={<TotpBadges totp={totp} />}
      actions={has_password ? <TotpActions totp={totp} onOpen={onOpen} /> : undefined}
    >
      {/* Every change of the second factor needs the password. */}
      {has_password ? <TotpFacts totp={totp} /> : security.totpWithoutPassword}
    </Row>
  )
}

type TotpState = SecurityState['totp']

function TotpBadges({ totp: { enabled_at, owed, required } }: { totp: TotpState }) {
  const security = useSecurityTexts()
  if (enabled_at === null) return <Badge variant={owed ? 'warning' : 'neutral'}>{security.totpOff}</Badge>
  return (
    <>
      <Badge variant="success" icon={<ShieldCheck />}>
        {security.totpOn}
      </Badge>
      {required && <Badge>{security.totpRequired}</Badge>}
    </>
  )
}

function TotpActions({
  totp: { enabled_at, owed, required },
  onOpen,
}: { totp: TotpState } & Pick<TotpProps, 'onOpen'>) {
  const security = useSecurityTexts()
  const on = enabled_at !== null
  return (
    <>
      {/* The same button in both states, so that it keeps the focus after the setup. */}
      <Button size="sm" variant={owed ? 'primary' : 'secondary'} onClick={() => onOpen(on ? 'move' : 'totp')}>
        {on ? security.move : security.activate}
      </Button>
      {on && (
        <Button size="sm" onClick={() => onOpen('renew')}>
          {security.renew}
        </Button>
      )}
      {on && !required && (
        <Button size="sm" onClick={() => onOpen('remove')}>
          {security.remove}
        </Button>
      )}
    </>
  )
}

function TotpFacts({ totp: { enabled_at, recovery_codes_left: left, owed, required } }: { totp: TotpState }) {
  const security = useSecurityTexts()
  const { date } = useFormat()
  if (enabled_at === null) {
    return (
      <>
        <p>{security.totpOffText}</p>
        {required && !owed && <p>{security.totpByPassword}</p>}
      </>
    )
  }
  return (
    <>
      <p>{security.totpOnText(date(enabled_at))}</p>
      <p className={left < few ? 'flex gap-1.5 text-on-soft-warning' : ''}>
        {left < few && <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
        <span>
          {security.codesLeft(left)} {left < few && security.codesFew}
        </span>
      </p>
      {required && <p>{security.totpKeptText}</p>}
    </>
  )
}

/** Shown if the server has an identity provider, or if the user is linked to one. */
function OfficeAccount({ linked }: { linked: string | null }) {
  const security = useSecurityTexts()
  const provider = useProvider()
  const name = linked ?? provider?.name
  if (name === undefined) return null
  return (
    <Row icon={<Building2 />} title={security.provider}>
      {linked === null ? security.providerUnlinked(name) : security.providerLinked(name)}
    </Row>
  )
}
