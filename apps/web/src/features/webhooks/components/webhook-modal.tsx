import type { Webhook, WebhookEvent } from '@foja/contracts/webhooks'
import { longestWebhookUrl } from '@foja/contracts/webhooks'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { base } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Disclosure } from '../../../ui/details.tsx'
import { FormFooter } from '../../../ui/form-footer.tsx'
import { textLink } from '../../../ui/link.ts'
import { Modal } from '../../../ui/modal.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { sendNewWebhook, sendRotateSecret, sendWebhookChange, webhooksQuery } from '../api/webhooks.ts'
import { eventGroupNames, eventGroups, type EventGroup } from '../event-groups.ts'
import { useWebhooksTexts } from '../texts/webhooks.ts'

type Props = {
  company: string
  /** The webhook to change; without it, a new one. */
  webhook?: Webhook
  onClose: () => void
}

const isUrl = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:'

/** Creates a webhook and then shows its secret once; or changes one. */
export function WebhookModal({ company, webhook, onClose }: Props) {
  const texts = useWebhooksTexts()
  const id = useId()
  const queries = useQueryClient()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<ReadonlySet<WebhookEvent>>(new Set(webhook?.events))
  const [tried, setTried] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const refresh = async () => await queries.invalidateQueries({ queryKey: webhooksQuery(company).queryKey })
  const save = useToastMutation({
    mutationFn: async () => {
      const input = { url: url.trim(), events: [...events] }
      if (webhook !== undefined) {
        await sendWebhookChange(webhook.id, input)
        return null
      }
      return (await sendNewWebhook({ ...input, id_company: company })).secret
    },
    onSuccess: async (created) => {
      setSecret(created)
      await refresh()
      if (created !== null) return
      toast.success(texts.saved)
      onClose()
    },
  })
  const faults = {
    url: isUrl(url.trim()) ? undefined : texts.urlWrong,
    events: events.size === 0 ? texts.whatMissing : undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (faults.url === undefined && faults.events === undefined) save.mutate()
  }
  if (secret !== null) return <SecretModal secret={secret} onClose={onClose} />
  return (
    <Modal
      open
      onOpenChange={onClose}
      busy={save.isPending}
      title={webhook === undefined ? texts.newTitle : texts.editTitle}
      description={texts.newText}
      footer={
        <FormFooter
          form={id}
          submit={webhook === undefined ? texts.make : texts.save}
          busy={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4 pb-1">
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          error={tried ? faults.url : undefined}
          maxLength={longestWebhookUrl}
          autoFocus
          code
          value={url}
          onValueChange={setUrl}
        />
        <EventsField value={events} error={tried ? faults.events : undefined} onChange={setEvents} />
      </form>
    </Modal>
  )
}

type EventsProps = {
  value: ReadonlySet<WebhookEvent>
  error: string | undefined
  onChange: (value: ReadonlySet<WebhookEvent>) => void
}

/** A box for each group of events, and one for each event below it. */
function EventsField({ value, error, onChange }: EventsProps) {
  const texts = useWebhooksTexts()
  const note = useId()
  const toggle = (some: readonly WebhookEvent[], on: boolean) => {
    const next = new Set(value)
    for (const one of some) {
      if (on) next.add(one)
      else next.delete(one)
    }
    onChange(next)
  }
  const chosenOf = (group: EventGroup) => eventGroups[group].filter((one) => value.has(one)).length
  const stateOf = (group: EventGroup) => {
    const chosen = chosenOf(group)
    return chosen === 0 ? false : chosen === eventGroups[group].length ? true : 'indeterminate'
  }
  return (
    <fieldset aria-describedby={error === undefined ? undefined : note} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-small font-medium text-ink">{texts.what}</legend>
      {eventGroupNames.map((group) => (
        <div key={group} className="flex flex-col gap-1">
          <Checkbox
            label={texts.groups[group]}
            checked={stateOf(group)}
            onCheckedChange={(on) => toggle(eventGroups[group], on)}
          />
          <Disclosure
            summary={
              <span className="text-small text-ink-muted">
                {texts.chosen(chosenOf(group), eventGroups[group].length)}
              </span>
            }
          >
            <div className="flex flex-col gap-2 py-2 pl-4">
              {eventGroups[group].map((type) => (
                <Checkbox
                  key={type}
                  label={texts.events[type]}
                  checked={value.has(type)}
                  onCheckedChange={(on) => toggle([type], on)}
                />
              ))}
            </div>
          </Disclosure>
        </div>
      ))}
      {error !== undefined && (
        <p id={note} className="flex gap-1.5 text-small text-error-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

/** Asks first, then shows the new secret once. */
export function RotateModal({ webhook: { id, id_company }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useWebhooksTexts()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useToastMutation({
    mutationFn: () => sendRotateSecret(id),
    onSuccess: async (rotated) => {
      setSecret(rotated.secret)
      await queries.invalidateQueries({ queryKey: webhooksQuery(id_company).queryKey })
    },
  })
  if (secret !== null) return <SecretModal secret={secret} onClose={onClose} />
  return (
    <ConfirmModal
      title={texts.rotateTitle}
      description={texts.rotateText}
      confirm={texts.rotate}
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    />
  )
}

/** Only «saved» closes it. */
function SecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
  const texts = useWebhooksTexts()
  return (
    <Modal
      open
      busy
      onOpenChange={() => {}}
      title={texts.shownTitle}
      description={texts.shownText}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div className="flex flex-col items-start gap-4">
        <output
          aria-label={texts.secret}
          className="code w-full rounded-lg border border-line bg-canvas p-4 text-ink wrap-anywhere"
        >
          {secret}
        </output>
        <CopyButton variant="secondary" text={secret} label={texts.copy} />
        <a href={`${base}/api/docs#webhooks`} target="_blank" rel="noreferrer" className={textLink}>
          {texts.how}
        </a>
      </div>
    </Modal>
  )
}
