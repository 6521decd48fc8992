import type { Webhook } from '@foja/contracts/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePause, CirclePlay, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../../shared/load-failed.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { base } from '../../../lib/router/paths.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader, CardList, CardRow } from '../../../ui/card.tsx'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { textLink } from '../../../ui/link.ts'
import { ActionsMenu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { sendDeleteWebhook, sendTest, sendWebhookChange, webhooksQuery } from '../api/webhooks.ts'
import { useWebhooksTexts } from '../texts/webhooks.ts'

const WebhookModal = lazyPart(async () => (await import('./webhook-modal.tsx')).WebhookModal)
const RotateModal = lazyPart(async () => (await import('./webhook-modal.tsx')).RotateModal)
const DeliveriesModal = lazyPart(async () => (await import('./deliveries-modal.tsx')).DeliveriesModal)

type Act = 'edit' | 'rotate' | 'remove' | 'deliveries'
type Opened = { act: Act; webhook: Webhook } | { act: 'new' }

/** The webhooks of a company: what other programs receive from it. */
export function WebhooksCard({ company }: { company: string }) {
  const texts = useWebhooksTexts()
  const { data, isLoadingError, error, refetch } = useQuery(webhooksQuery(company))
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const list = data?.webhooks
  return (
    <Card aria-labelledby="webhooks-title">
      <CardHeader
        title={texts.title}
        titleId="webhooks-title"
        count={list === undefined || list.length === 0 ? undefined : list.length}
        action={
          <Button size="sm" icon={<Plus />} disabled={list === undefined} onClick={() => setOpened({ act: 'new' })}>
            {texts.create}
          </Button>
        }
      />
      {isLoadingError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : list === undefined ? (
        <SkeletonList rows={1} />
      ) : list.length === 0 ? (
        <CardBody className="text-ink-muted">
          {texts.empty}{' '}
          <a href={`${base}/api/docs#webhooks`} className={textLink}>
            {texts.docs}
          </a>
        </CardBody>
      ) : (
        <CardList aria-label={texts.list}>
          {list.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onAct={(act) => setOpened({ act, webhook })} />
          ))}
        </CardList>
      )}
      {opened?.act === 'new' && <WebhookModal company={company} onClose={close} />}
      {opened?.act === 'edit' && <WebhookModal company={company} webhook={opened.webhook} onClose={close} />}
      {opened?.act === 'rotate' && <RotateModal webhook={opened.webhook} onClose={close} />}
      {opened?.act === 'deliveries' && <DeliveriesModal webhook={opened.webhook} onClose={close} />}
      {opened?.act === 'remove' && <RemoveModal webhook={opened.webhook} onClose={close} />}
    </Card>
  )
}

function WebhookRow({ webhook, onAct }: { webhook: Webhook; onAct: (act: Act) => void }) {
  const texts = useWebhooksTexts()
  const { relative, date, plural, time } = useFormat()
  const queries = useQueryClient()
  const { id, url, events, activo, disabled_at, failing_since, old_secret_until, waiting } = webhook
  const refresh = async () => await queries.invalidateQueries({ queryKey: webhooksQuery(webhook.id_company).queryKey })
  const change = useToastMutation({
    mutationFn: () => sendWebhookChange(id, { activo: !activo }),
    onSuccess: async (changed) => {
      toast.success(changed.activo ? texts.resumedToast : texts.pausedToast)
      await refresh()
    },
  })
  const test = useToastMutation({
    mutationFn: () => sendTest(id),
    onSuccess: ({ status, code, reason }) => {
      const said = code === null ? texts.reasons[reason ?? 'unexpected'] : texts.tested(code)
      if (status === 'delivered') toast.success(said)
      else toast.error(said)
    },
  })
  const facts = [
    plural(events.length, texts.countOf),
    ...(waiting === 0 ? [] : [plural(waiting, texts.waiting)]),
    ...(disabled_at === null ? [] : [texts.disabledOn(date(disabled_at))]),
    ...(activo ? [] : [texts.notSent]),
    ...(failing_since === null || !activo ? [] : [texts.failingSince(relative(failing_since))]),
    ...(old_secret_until === null ? [] : [texts.oldSecret(`${date(old_secret_until)}, ${time(old_secret_until)}`)]),
  ]
  return (
    <CardRow className="flex-wrap py-3">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="code min-w-0 truncate">{url}</span>
          <State webhook={webhook} />
        </h3>
        <p className="text-small text-ink-muted wrap-anywhere">{facts.join(' · ')}</p>
      </div>
      <Button size="sm" aria-label={texts.tryOf(url)} loading={test.isPending} onClick={() => test.mutate()}>
        {texts.tryIt}
      </Button>
      <Button size="sm" aria-label={texts.deliveriesOf(url)} onClick={() => onAct('deliveries')}>
        {texts.deliveries}
      </Button>
      <ActionsMenu label={texts.actionsOf(url)} tooltip={false}>
        <MenuItem icon={<Pencil />} label={texts.edit} onSelect={() => onAct('edit')} />
        <MenuItem icon={<KeyRound />} label={texts.rotate} onSelect={() => onAct('rotate')} />
        <MenuItem
          icon={activo ? <CirclePause /> : <CirclePlay />}
          label={activo ? texts.pause : texts.resume}
          onSelect={() => change.mutate()}
        />
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} label={texts.remove} onSelect={() => onAct('remove')} />
      </ActionsMenu>
    </CardRow>
  )
}

/** Nothing while a webhook works. */
function State({ webhook: { activo, disabled_at, failing_since } }: { webhook: Webhook }) {
  const texts = useWebhooksTexts()
  if (disabled_at !== null) return <Badge variant="error">{texts.disabled}</Badge>
  if (!activo) return <Badge>{texts.paused}</Badge>
  return failing_since === null ? null : <Badge variant="warning">{texts.failing}</Badge>
}

function RemoveModal({ webhook: { id, id_company, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useWebhooksTexts()
  const queries = useQueryClient()
  const remove = useToastMutation({
    mutationFn: () => sendDeleteWebhook(id),
    onSuccess: async () => {
      toast.success(texts.removed)
      await queries.invalidateQueries({ queryKey: webhooksQuery(id_company).queryKey })
      onClose()
    },
  })
  return (
    <ConfirmModal
      variant="danger"
      title={texts.removeTitle}
      description={texts.removeText(url)}
      confirm={texts.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
