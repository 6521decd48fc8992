import { isAsked } from '@foja/contracts/request-states'
import type { SigningRecipient, SigningRequest } from '@foja/contracts/signing-requests'
import { useQueryClient } from '@tanstack/react-query'
import { Ban, ChevronDown, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../lib/router/paths.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { AppLink } from '../../../shared/app-link.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { ActionsMenu, MenuItem } from '../../../ui/menu.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import { toast } from '../../../ui/toast-store.ts'
import { cancelRequest, refreshRequests, sendRequest } from '../api/signing-requests.ts'
import { isHeld, isOpen, progressOf } from '../progress.ts'
import { useRequestCardTexts } from '../texts/request-card.ts'
import { useSigningRequestsTexts } from '../texts/signing-requests.ts'
import { RecipientActions } from './recipient-actions.tsx'
import { RecipientState, RequestBadge } from './request-parts.tsx'

const CancelModal = lazyPart(async () => (await import('./request-modals.tsx')).CancelModal)

const DeleteModal = lazyPart(async () => (await import('./request-modals.tsx')).DeleteModal)

type Props = {
  requests: readonly SigningRequest[]
  /** In a narrow column: without a frame, and the states below the names. */
  narrow?: boolean
}

/** The signing requests of a case file or a document, with what each recipient has done. */
export function RequestsCard({ requests, narrow = false }: Props) {
  const texts = useRequestCardTexts()
  const { number } = useFormat()
  if (requests.length === 0) return null
  const rows = requests.map((request) => <RequestRows key={request.id} request={request} narrow={narrow} />)
  if (narrow)
    return (
      <section aria-labelledby="requests-title" data-print="hide" className="pt-4">
        <h2 id="requests-title" className="font-semibold">
          {texts.title}
        </h2>
        <div className="-mx-5 divide-y divide-line max-sm:-mx-4">{rows}</div>
      </section>
    )
  return (
    <Card aria-labelledby="requests-title" data-print="hide">
      <CardHeader title={texts.title} titleId="requests-title" count={number(requests.length)} />
      <div className="divide-y divide-line">{rows}</div>
    </Card>
  )
}

function RequestRows({ request, narrow }: { request: SigningRequest; narrow: boolean }) {
  const texts = useRequestCardTexts()
  const { progress, due, dueToday, reason } = useSigningRequestsTexts()
  const { shortDate } = useFormat()
  const queries = useQueryClient()
  const { status, titulo, recipients, actions, expires_at, motivo } = request
  const runs = status === 'enviada' || status === 'borrador'
  const phone = useMedia(phoneQuery)
  const badge = <RequestBadge status={status} />
  const compact = narrow || phone
  // What is over takes one line.
  const [shown, setShown] = useState(runs || status === 'rechazada')
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null)
  const send = useToastMutation({
    mutationFn: () => sendRequest(request.id),
    onSuccess: async () => {
      toast.success(texts.sent)
      await refreshRequests(queries)
    },
  })
  const { done, total, mixed } = progressOf(request)
  const words = progress(done, total, mixed)
  const isToday = new Date(expires_at).toDateString() === new Date().toDateString()
  return (
    <article aria-label={titulo} className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 max-sm:px-4">
        <div className="min-w-0 flex-1 basis-0">
          <h3 className="truncate font-medium">{titulo}</h3>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-muted">
            {compact && badge}
            {status === 'borrador' ? texts.draftText : <span className="font-medium text-ink figures">{words}</span>}
            {status === 'enviada' && (
              <span className={isToday ? 'font-medium text-error-ink' : undefined}>
                {isToday ? dueToday : due(shortDate(expires_at))}
              </span>
            )}
            {motivo !== null && <span className="wrap-anywhere">{reason(motivo)}</span>}
          </div>
        </div>
        <span className="flex shrink-0 items-center gap-1.5">
          {!compact && badge}
          {actions.includes('edit') && (
            <Button asChild size="sm">
              <AppLink to={paths.askByDraft(request.id)}>{texts.goOn}</AppLink>
            </Button>
          )}
          {actions.includes('send') && !compact && (
            <Button size="sm" icon={<Send />} loading={send.isPending} onClick={() => send.mutate()}>
              {texts.send}
            </Button>
          )}
          <IconButton
            size="sm"
            label={shown ? texts.hidePeople : texts.showPeople}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            <ChevronDown className={cn('transition-transform', shown && 'rotate-180')} />
          </IconButton>
          {(actions.includes('cancel') || actions.includes('delete')) && (
            <ActionsMenu label={texts.actions} size="sm">
              {actions.includes('send') && compact && (
                <MenuItem icon={<Send />} label={texts.send} onSelect={() => send.mutate()} />
              )}
              {actions.includes('delete') ? (
                <MenuItem danger icon={<Trash2 />} label={texts.remove} onSelect={() => setAsking('delete')} />
              ) : (
                <MenuItem danger icon={<Ban />} label={texts.cancel} onSelect={() => setAsking('cancel')} />
              )}
            </ActionsMenu>
          )}
        </span>
      </div>
      {status === 'enviada' && (
        <Progress label={texts.progress} value={done} max={total} className="mt-2 px-5 max-sm:px-4" />
      )}
      {shown && (
        <ul className="mt-1.5">
          {recipients.map((recipient) => (
            <RecipientLine key={recipient.id} request={request} recipient={recipient} narrow={narrow} />
          ))}
        </ul>
      )}
      {asking === 'cancel' && (
        <CancelModal
          title={texts.cancelTitle(titulo)}
          text={texts.cancelText}
          cancel={(reason) => cancelRequest(request.id, reason)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && <DeleteModal request={request} onClose={() => setAsking(null)} />}
    </article>
  )
}

type LineProps = {
  request: SigningRequest
  recipient: SigningRecipient
  narrow: boolean
}

function RecipientLine({ request, recipient, narrow }: LineProps) {
  const { actions, status, titulo } = request
  const texts = useRequestCardTexts()
  const { roles, inPlaceOf, reason } = useSigningRequestsTexts()
  const asked = recipient.rol !== 'copia' && isAsked(recipient.status)
  const about = [
    ...(narrow && (recipient.rol === 'firma' || recipient.rol === 'copia') ? [] : [roles[recipient.rol]]),
    ...(recipient.delegated_from === null ? [] : [inPlaceOf(recipient.delegated_from)]),
  ].join(' · ')
  return (
    <li className="flex min-h-11 items-center gap-3 px-5 py-1 max-sm:px-4">
      <Avatar name={recipient.nombre} silent />
      <div
        className={cn(
          'flex min-w-0 flex-1 gap-x-3',
          narrow ? 'flex-col' : 'items-center max-md:flex-col max-md:items-start',
        )}
      >
        <p className="min-w-0 flex-1 truncate" title={recipient.email}>
          <span className="font-medium">{recipient.nombre}</span>
          {!narrow && <span className="text-small text-ink-muted"> {about}</span>}
        </p>
        {narrow && about !== '' && <p className="text-small text-ink-muted">{about}</p>}
        <div className={cn('min-w-0', !narrow && 'md:w-64')}>
          <RecipientState recipient={recipient} draft={status === 'borrador'} />
          {recipient.motivo !== null && (
            <p className="text-small wrap-anywhere text-ink-muted">{reason(recipient.motivo)}</p>
          )}
        </div>
      </div>
      <span className="flex shrink-0 items-center justify-end gap-1 md:min-w-30">
        <RecipientActions
          recipient={recipient}
          mayRemind={asked && !isHeld(recipient) && actions.includes('remind')}
          mayLink={asked && actions.includes('copy_link')}
          mayChange={actions.includes('change_recipient') && (isOpen(recipient) || recipient.rol === 'copia')}
          messageOf={(url) => texts.whatsAppText(recipient.nombre, titulo, url)}
        />
      </span>
    </li>
  )
}
