import { webhookTest, type Webhook, type WebhookDelivery } from '@foja/contracts/webhooks'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleX, Clock } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardList, CardRow } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/details.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { deliveriesQuery, sendReplay, type DeliveryStatus } from '../api/webhooks.ts'
import { useWebhooksTexts } from '../texts/webhooks.ts'

const filters = ['all', 'queued', 'failed', 'delivered'] as const

const looks = {
  queued: { variant: 'warning', icon: <Clock /> },
  delivered: { variant: 'success', icon: <Check /> },
  failed: { variant: 'error', icon: <CircleX /> },
} as const

/** What was sent to a webhook, with each answer. */
export function DeliveriesModal({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useWebhooksTexts()
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const status: DeliveryStatus | undefined = filter === 'all' ? undefined : filter
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(webhook.id, status),
  )
  const rows = data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <Modal open variant="wide" onOpenChange={onClose} title={texts.deliveries} description={webhook.url}>
      <div className="flex flex-col gap-4 pb-4">
        <SegmentedControl
          label={texts.filter}
          variant="chips"
          value={filter}
          onValueChange={setFilter}
          options={filters.map((value) => ({
            value,
            label: value === 'all' ? texts.all : texts.statuses[value],
          }))}
        />
        {error !== null && data === undefined ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonList rows={4} />
        ) : rows.length === 0 ? (
          <p className="text-ink-muted">{texts.none}</p>
        ) : (
          <CardList aria-label={texts.deliveries}>
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} webhook={webhook} />
            ))}
          </CardList>
        )}
        {hasNextPage && (
          <Button className="self-center" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function DeliveryRow({ delivery, webhook }: { delivery: WebhookDelivery; webhook: Webhook }) {
  const texts = useWebhooksTexts()
  const { shortDate, time, relative } = useFormat()
  const queries = useQueryClient()
  const { id, type, status, code, reason, attempts, attempted_at, created_at, next_attempt_at, body } = delivery
  const replay = useToastMutation({
    mutationFn: () => sendReplay(id),
    onSuccess: async () => {
      toast.success(texts.sentAgain)
      await queries.invalidateQueries({ queryKey: queryKeys.webhookDeliveries(webhook.id) })
    },
  })
  const name = type === webhookTest ? texts.test : texts.events[type]
  const at = attempted_at ?? created_at
  const facts = [
    `${shortDate(at)}, ${time(at)}`,
    ...(code === null ? (reason === null ? [] : [texts.reasons[reason]]) : [texts.code(code)]),
    ...(attempts > 1 ? [texts.attempts(attempts)] : []),
    ...(status === 'queued' && attempts > 0 && next_attempt_at !== null ? [texts.next(relative(next_attempt_at))] : []),
  ]
  return (
    <CardRow className="flex-wrap py-3">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          {name} <Badge {...looks[status]}>{texts.statuses[status]}</Badge>
        </h3>
        <p className="text-small text-ink-muted wrap-anywhere">{facts.join(' · ')}</p>
        <Disclosure summary={<span className="text-small text-ink-muted">{texts.body}</span>}>
          <code className="code block py-2 wrap-anywhere">{body}</code>
        </Disclosure>
      </div>
      <Button
        size="sm"
        aria-label={texts.againOf(name)}
        disabled={!webhook.activo}
        loading={replay.isPending}
        onClick={() => replay.mutate()}
      >
        {texts.again}
      </Button>
    </CardRow>
  )
}
