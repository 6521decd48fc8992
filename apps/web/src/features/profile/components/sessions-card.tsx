import type { SessionRow } from '@foja/contracts/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, ShieldAlert, Smartphone, Tablet } from 'lucide-react'
import { useRef, useState } from 'react'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSecurityTexts } from '../texts/security.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { sendEndOthers, sendEndSession, sessionsQuery } from '../api/profile.ts'
import { describeDevice, reachOf, type DeviceKind } from '../describe-device.ts'
import { useDeviceName } from '../use-device-name.ts'
import { useSend } from '../use-send.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'

const icons: Record<DeviceKind, typeof Monitor> = { computer: Monitor, phone: Smartphone, tablet: Tablet }

/** The user's sessions in plain words, with buttons to end them. */
export function SessionsCard() {
  const security = useSecurityTexts()
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery(sessionsQuery)
  const [asking, setAsking] = useState(false)
  const card = useRef<HTMLElement>(null)
  const phone = useMedia(phoneQuery)
  const others = data?.sessions.filter(({ current }) => !current) ?? []
  const endOthers = others.length > 0 && (
    <Button size="sm" block={phone} onClick={() => setAsking(true)}>
      {security.endOthers}
    </Button>
  )
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="sessions-title" className="focus:outline-none">
      <CardHeader title={security.sessions} titleId="sessions-title" action={phone ? undefined : endOthers} />
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonList rows={2} />
      ) : (
        <>
          {isRefetchError && <Stale className="mx-5 mt-4 max-sm:mx-4" onRetry={() => void refetch()} />}
          <p className="px-5 pt-4 text-small text-ink-muted max-sm:px-4">
            {others.length === 0 ? security.onlyThis : security.sessionsText}
          </p>
          <CardList>
            {data.sessions.map((session) => (
              <Session key={session.id} session={session} onEnded={() => card.current?.focus()} />
            ))}
          </CardList>
          {phone && endOthers !== false && <div className="border-t border-line p-4">{endOthers}</div>}
        </>
      )}
      {asking && <EndOthers onClose={() => setAsking(false)} />}
    </Card>
  )
}

function useAddressName() {
  const security = useSecurityTexts()
  return (ip: string) => {
    const reach = reachOf(ip)
    if (reach === 'here') return security.devices.thisComputer
    return reach === 'local' ? security.devices.localNetwork(ip) : ip
  }
}

/** `onEnded`: the row disappears, together with the focused button. */
function Session({ session, onEnded }: { session: SessionRow; onEnded: () => void }) {
  const security = useSecurityTexts()
  const { relative } = useFormat()
  const queries = useQueryClient()
  const nameDevice = useDeviceName()
  const nameAddress = useAddressName()
  const { send, busy, refusal } = useSend()
  const {
    id,
    current,
    by_passkey: byPasskey,
    other_user_agent: other,
    user_agent,
    ip,
    created_at,
    last_used_at,
  } = session
  const device = nameDevice(user_agent)
  const Icon = icons[describeDevice(user_agent).kind]

  const end = async () => {
    const ended = (await send(() => sendEndSession(id))) !== undefined
    if (ended) toast.success(security.sessionEnded)
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    if (ended) onEnded()
  }
  return (
    <CardRow className="flex-wrap py-3">
      <Icon aria-hidden className="size-5 self-start text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {device} {current && <Badge variant="success">{security.thisSession}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-small text-ink-muted">
          {ip !== null && <span>{nameAddress(ip)}</span>}
          <span>{security.sessionSince(relative(created_at))}</span>
          {byPasskey && <span>{security.sessionByPasskey}</span>}
          <span>{security.sessionUsed(relative(last_used_at))}</span>
        </p>
        {other !== null && (
          <p className="flex gap-1.5 text-small text-on-soft-warning">
            <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {security.sessionOtherBrowser(nameDevice(other))}
          </p>
        )}
      </div>
      {!current && (
        <Button size="sm" loading={busy} aria-label={security.endSessionOf(device)} onClick={() => void end()}>
          {security.endSession}
        </Button>
      )}
      {refusal !== null && (
        <Alert variant="error" className="w-full">
          {refusal.detail}
        </Alert>
      )}
    </CardRow>
  )
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const security = useSecurityTexts()
  const queries = useQueryClient()
  const { send, busy, refusal } = useSend()
  const end = async () => {
    const reply = await send(sendEndOthers)
    if (reply === undefined) return
    toast.success(security.othersEnded(reply.ended))
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    onClose()
  }
  return (
    <ConfirmModal
      variant="danger"
      busy={busy}
      title={security.endOthersTitle}
      description={security.endOthersText}
      confirm={security.endOthers}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      {refusal !== null && <Alert variant="error">{refusal.detail}</Alert>}
    </ConfirmModal>
  )
}
