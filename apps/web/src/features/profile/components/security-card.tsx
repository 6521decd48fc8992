import { useQuery } from '@tanstack/react-query'
import { Building2, KeyRound, ShieldCheck, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSecurityTexts } from '../texts/security.ts'
import { useProvider } from '../../../lib/session/provider.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList } from '../../../ui/card.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { securityQuery, type SecurityState } from '../api/profile.ts'
import { PasskeysRow } from './passkeys-row.tsx'
import { ProofModal } from './proof-modal.tsx'
import { RecoveryCodesLeft } from './recovery-codes-left.tsx'
import { SecurityRow } from './security-row.tsx'

const PasswordModal = lazyPart(async () => (await import('./password-modal.tsx')).PasswordModal)

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
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery(securityQuery)
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
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={2} />
      ) : (
        <>
          {isRefetchError && <Stale className="mx-5 mt-4 max-sm:mx-4" onRetry={() => void refetch()} />}
          {owed && (
            <div className="px-5 pt-5 max-sm:px-4">
              <Alert
                variant="warning"
                title={data.passkeys.required ? security.passkeyRequiredTitle : security.requiredTitle}
              >
                {data.passkeys.required ? security.passkeyRequiredText : security.requiredText}
              </Alert>
            </div>
          )}
          <CardList>
            <Totp state={data} onOpen={setDialog} />
            <PasskeysRow state={data} onActivated={onActivated} />
            {!owed && <Password state={data} onOpen={() => setDialog('password')} />}
            {!owed && <OfficeAccount linked={data.provider} />}
          </CardList>
        </>
      )}
      {dialog === 'password' && <PasswordModal onClose={close} />}
      {(dialog === 'renew' || dialog === 'remove') && <ProofModal what={dialog} onClose={close} />}
      {(dialog === 'totp' || dialog === 'move') && (
        <TotpModal moving={dialog === 'move'} onClose={close} onActivated={onActivated} />
      )}
    </Card>
  )
}

function Password({ state, onOpen }: { state: SecurityState; onOpen: () => void }) {
  const security = useSecurityTexts()
  const { relative } = useFormat()
  const { has_password, password_changed_at: changedAt, provider } = state
  if (!has_password) {
    return (
      <SecurityRow icon={<KeyRound />} title={security.password}>
        {provider === null ? security.passwordNone : security.passwordNoneBy(provider)}
      </SecurityRow>
    )
  }
  return (
    <SecurityRow
      icon={<KeyRound />}
      title={security.password}
      actions={
        <Button size="sm" onClick={onOpen}>
          {security.changePassword}
        </Button>
      }
    >
      {changedAt === null ? security.passwordNever : security.passwordChanged(relative(changedAt))}
    </SecurityRow>
  )
}

type TotpProps = { state: SecurityState; onOpen: (dialog: Dialog) => void }

function Totp({ state, onOpen }: TotpProps) {
  const security = useSecurityTexts()
  const { totp, has_password, passkeys } = state
  // Codes do not satisfy a company that requires a passkey.
  const useless = totp.owed && passkeys.required
  return (
    <SecurityRow
      icon={<Smartphone />}
      title={security.totp}
      badge={<TotpBadges state={state} />}
      actions={has_password && !useless ? <TotpActions state={state} onOpen={onOpen} /> : undefined}
    >
      {/* Every change of the second factor needs the password. */}
      {has_password ? <TotpFacts state={state} /> : security.totpWithoutPassword}
    </SecurityRow>
  )
}

/** True if the app's codes are what the company's requirement rests on. */
const isKept = ({ totp, passkeys }: SecurityState): boolean => totp.required && passkeys.keys.length === 0

function TotpBadges({ state }: { state: SecurityState }) {
  const security = useSecurityTexts()
  const { enabled_at, owed, required } = state.totp
  if (enabled_at === null) return <Badge variant={owed ? 'warning' : 'neutral'}>{security.totpOff}</Badge>
  return (
    <>
      <Badge variant="success" icon={<ShieldCheck />}>
        {security.totpOn}
      </Badge>
      {required && !state.passkeys.required && <Badge>{security.totpRequired}</Badge>}
    </>
  )
}

function TotpActions({ state, onOpen }: TotpProps) {
  const security = useSecurityTexts()
  const { enabled_at, owed } = state.totp
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
      {on && !isKept(state) && (
        <Button size="sm" onClick={() => onOpen('remove')}>
          {security.remove}
        </Button>
      )}
    </>
  )
}

function TotpFacts({ state }: { state: SecurityState }) {
  const security = useSecurityTexts()
  const { date } = useFormat()
  const { enabled_at, recovery_codes_left: left, owed, required } = state.totp
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
      <RecoveryCodesLeft left={left} />
      {isKept(state) && <p>{security.totpKeptText}</p>}
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
    <SecurityRow icon={<Building2 />} title={security.provider}>
      {linked === null ? security.providerUnlinked(name) : security.providerLinked(name)}
    </SecurityRow>
  )
}
