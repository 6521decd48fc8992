import type { Share } from '@foja/contracts/shares'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useSharesTexts } from '../texts/shares.ts'
import { useDomainTexts } from '../../../shared/texts/domain.ts'
import { useUiTexts } from '../../../ui/texts/ui.ts'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { revokeShare, shareViewsQuery, sharesQuery } from '../api/shares.ts'
import { stateOf } from '../share-form.ts'
import { invalidate, queryKeys } from '../../../lib/api/query-keys.ts'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'

/** The links of a document: how often each was opened, and a button to revoke it. */
export function ShareList({ idDocumento }: { idDocumento: string }) {
  const shares = useSharesTexts()
  const { data, isLoadingError, error, refetch } = useQuery(sharesQuery(idDocumento))
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-1 font-semibold">{shares.existing}</h3>
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
      ) : data === undefined ? (
        <SkeletonList rows={2} className="-mx-5" />
      ) : data.length === 0 ? (
        <p className="text-ink-muted">{shares.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data
            .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
            .map((share) => (
              <ShareRow key={share.id} share={share} />
            ))}
        </ul>
      )}
    </section>
  )
}

function ShareRow({ share }: { share: Share }) {
  const shares = useSharesTexts()
  const ui = useUiTexts()
  const { relative, date } = useFormat()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const revoke = useToastMutation({
    mutationFn: () => revokeShare(share.id),
    onSuccess: async () => {
      await invalidate(queries, queryKeys.shares(share.id_documento))
      toast.success(shares.revokedNow)
    },
  })
  const state = stateOf(share)
  const works = state === 'active'
  const facts = [
    share.expires_at === null ? shares.noExpiry : shares.expires(date(share.expires_at)),
    ...(share.has_password ? [shares.withPassword] : []),
    ...(share.allow_download ? [] : [shares.readOnly]),
  ]
  const views = [
    share.max_views === null ? shares.views(share.views) : shares.viewsOf(share.views, share.max_views),
    ...(share.last_view_at === null ? [] : [shares.lastView(relative(share.last_view_at))]),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {shares.createdAt(relative(share.created_at))}
          <Badge size="sm" variant={works ? 'success' : 'neutral'}>
            {shares[state]}
          </Badge>
        </p>
        <p className="text-small text-ink-muted">{facts.join(' · ')}</p>
        <p className="text-small text-ink-muted">{views.join(', ')}</p>
      </div>
      {works && !asking && (
        <Button size="sm" onClick={() => setAsking(true)}>
          {shares.revoke}
        </Button>
      )}
      {asking && works && (
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          <span className="mr-auto text-small">{shares.revokeSure}</span>
          <Button size="sm" variant="ghost" onClick={() => setAsking(false)}>
            {ui.cancel}
          </Button>
          <Button size="sm" variant="danger" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            {shares.revokeYes}
          </Button>
        </div>
      )}
      {share.views > 0 && (
        <div className="w-full">
          <Views share={share} />
        </div>
      )}
    </li>
  )
}

/** When the link was opened; fetched on demand. */
function Views({ share }: { share: Share }) {
  const shares = useSharesTexts()
  const domain = useDomainTexts()
  const { dateTime } = useFormat()
  const [open, setOpen] = useState(false)
  const { data, isLoadingError } = useQuery({ ...shareViewsQuery(share.id), enabled: open })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="touch-target text-small font-medium text-gold-ink">{shares.seeViews}</summary>
      {isLoadingError && <p className="text-small text-ink-muted">{domain.tryAgainLater}</p>}
      <ol aria-label={shares.viewsCaption} className="mt-1 flex flex-col gap-1 text-small text-ink-muted">
        {data?.map(({ at, ip }, index) => (
          <li key={`${at}-${index}`} className="figures">
            {dateTime(at)}
            {ip !== null && ` ${shares.viewFrom(ip)}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
