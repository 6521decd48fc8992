import type { ApiKey } from '@foja/contracts/api-keys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock, Plus } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { base } from '../../../lib/router/paths.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { textLink } from '../../../ui/link.ts'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { apiKeysQuery, sendRevokeKey } from '../api/api-keys.ts'
import { scopeGroups, scopeOf } from '../scope-groups.ts'
import { useApiKeysTexts } from '../texts/api-keys.ts'

const NewKeyModal = lazyPart(async () => (await import('./new-key-modal.tsx')).NewKeyModal)

const dayMs = 86_400_000
/** From this many days on a key is said to expire soon. */
const soonDays = 7
/** Badges of permissions in a row; the rest is counted. */
const mostBadges = 4

type Props = {
  /** The company whose service accounts are shown; without it, the user's own keys. */
  company?: string
}

/** API keys: the user's own, or those of the service accounts of a company. */
export function ApiKeysCard({ company }: Props) {
  const texts = useApiKeysTexts()
  const { data, isLoadingError, error, refetch } = useQuery(apiKeysQuery)
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const keys = data?.keys.filter(({ service }) => (service?.id_company ?? undefined) === company)
  return (
    <Card aria-labelledby="api-keys-title">
      <CardHeader
        title={texts.title}
        titleId="api-keys-title"
        count={keys === undefined || keys.length === 0 ? undefined : keys.length}
        note={<span className="max-sm:hidden">{texts.note}</span>}
        action={
          <Button size="sm" icon={<Plus />} disabled={keys === undefined} onClick={() => setMaking(true)}>
            {texts.create}
          </Button>
        }
      />
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : keys === undefined ? (
        <SkeletonList rows={1} />
      ) : keys.length === 0 ? (
        <CardBody className="text-ink-muted">
          {company === undefined ? texts.emptyOwn : texts.emptyCompany}{' '}
          <a href={`${base}/api/docs`} className={textLink}>
            {texts.docs}
          </a>
        </CardBody>
      ) : (
        <CardList aria-label={texts.list}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
          ))}
        </CardList>
      )}
      {making && <NewKeyModal company={company} onClose={() => setMaking(false)} />}
      {revoking !== null && <RevokeModal apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const texts = useApiKeysTexts()
  const domain = useDomainTexts()
  const { relative, date } = useFormat()
  const { nombre, prefix, service, networks, state, last_used_at, expires_at, revoked_at } = apiKey
  const live = state === 'activa'
  const ends =
    revoked_at !== null
      ? texts.revokedOn(date(revoked_at))
      : live
        ? texts.expires(date(expires_at))
        : texts.expired(date(expires_at))
  const facts = [
    ...(service === null ? [] : [domain.roles[service.role]]),
    ...(networks.length === 0 ? [] : [texts.onlyFrom(networks.join(', '))]),
    last_used_at === null ? texts.unused : texts.used(relative(last_used_at)),
    ends,
  ]
  return (
    <CardRow className="flex-wrap py-3">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 truncate">{nombre}</span>
          <span className="code text-small font-normal text-ink-muted">{prefix}…</span>
          <KeyState apiKey={apiKey} />
        </h3>
        <p className="text-small text-ink-muted wrap-anywhere">{facts.join(' · ')}</p>
        {live && <Scopes scopes={apiKey.scopes} />}
      </div>
      {live && (
        <Button size="sm" aria-label={texts.revokeOf(nombre)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </CardRow>
  )
}

/** Nothing while a key works and has more than a week left. */
function KeyState({ apiKey: { state, expires_at } }: { apiKey: ApiKey }) {
  const texts = useApiKeysTexts()
  if (state !== 'activa') return <Badge>{texts.states[state]}</Badge>
  const days = Math.ceil((Date.parse(expires_at) - Date.now()) / dayMs)
  if (days > soonDays) return null
  return (
    <Badge variant="warning" icon={<Clock />}>
      {texts.soon(days)}
    </Badge>
  )
}

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const texts = useApiKeysTexts()
  const labels = scopeGroups.flatMap((group) => {
    const [read, write] = (['read', 'write'] as const).map((access) => {
      const scope = scopeOf(group, access)
      return scope !== null && scopes.includes(scope)
    })
    const name = texts.groups[group]
    if (read === true && (write === true || scopeOf(group, 'write') === null)) return [name]
    return read === true ? [texts.read(name)] : write === true ? [texts.write(name)] : []
  })
  const rest = labels.length - mostBadges
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
      {labels.slice(0, mostBadges).map((label) => (
        <Badge key={label}>{label}</Badge>
      ))}
      {rest > 0 && <span className="text-small text-ink-muted">{texts.more(rest)}</span>}
    </p>
  )
}

function RevokeModal({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const texts = useApiKeysTexts()
  const queries = useQueryClient()
  const revoke = useToastMutation({
    mutationFn: () => sendRevokeKey(apiKey.id),
    onSuccess: async () => {
      toast.success(texts.revoked)
      await queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
      onClose()
    },
  })
  return (
    <ConfirmModal
      variant="danger"
      title={texts.revokeTitle(apiKey.nombre)}
      description={texts.revokeText}
      confirm={texts.revoke}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  )
}
