import type { DocumentRequest, Requirement } from '@foja/contracts/document-requests'
import { deliveryRole, isAsked, type RequirementStatus } from '@foja/contracts/request-states'
import { Ban, ChevronDown, CircleCheck, CircleDashed, Inbox, RotateCcw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardHeader } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { ActionsMenu, MenuItem } from '../../../ui/menu.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { cancelDelivery } from '../api/document-requests.ts'
import { RecipientActions } from '../components/recipient-actions.tsx'
import { DeliveryBadge } from '../components/delivery-badge.tsx'
import { RecipientState } from '../components/request-parts.tsx'
import { useDeliveriesTexts } from '../texts/deliveries.ts'
import { useRequestCardTexts } from '../texts/request-card.ts'
import { isHeld } from '../progress.ts'
import { deliveredOf } from './delivered.ts'

const CancelModal = lazyPart(async () => (await import('../components/request-modals.tsx')).CancelModal)
const ReviewModal = lazyPart(async () => (await import('./review-modal.tsx')).ReviewModal)

type Dialog = { what: 'cancel' } | { what: 'review'; item: Requirement; from: string }

const looks: Record<RequirementStatus, { tone: Tone; icon: ReactNode }> = {
  pendiente: { tone: 'neutral', icon: <CircleDashed /> },
  recibido: { tone: 'info', icon: <Inbox /> },
  aceptado: { tone: 'success', icon: <CircleCheck /> },
  observado: { tone: 'warning', icon: <RotateCcw /> },
}

/** The requests for documents of a case file, with what has arrived and what is to be reviewed. */
export function DeliveryCard({ requests }: { requests: readonly DocumentRequest[] }) {
  const texts = useDeliveriesTexts()
  const { number } = useFormat()
  return (
    <Card aria-labelledby="deliveries-title" data-print="hide">
      <CardHeader title={texts.cardTitle} titleId="deliveries-title" count={number(requests.length)} />
      <div className="divide-y divide-line">
        {requests.map((request) => (
          <RequestRows key={request.id} request={request} />
        ))}
      </div>
    </Card>
  )
}

function RequestRows({ request }: { request: DocumentRequest }) {
  const texts = useDeliveriesTexts()
  const card = useRequestCardTexts()
  const { shortDate } = useFormat()
  const { status, titulo, recipients, requirements, actions, expires_at, motivo } = request
  const isOpen = status === 'abierta'
  const [shown, setShown] = useState(isOpen)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { done, total } = deliveredOf(requirements)
  const isToday = new Date(expires_at).toDateString() === new Date().toDateString()
  const close = () => setDialog(null)
  // The dialog shows the newest state of its item.
  const reviewed = dialog?.what === 'review' ? requirements.find(({ id }) => id === dialog.item.id) : undefined
  return (
    <article aria-label={titulo} className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 max-sm:px-4">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="truncate font-medium">{titulo}</h3>
          <p className="flex flex-wrap gap-x-2 text-small text-ink-muted">
            <span className="font-medium text-ink figures">{texts.progress(done, total)}</span>
            {isOpen && (
              <span className={isToday ? 'font-medium text-error-ink' : undefined}>
                {isToday ? texts.dueToday : texts.due(shortDate(expires_at))}
              </span>
            )}
            {motivo !== null && <span className="wrap-anywhere">«{motivo}»</span>}
          </p>
        </div>
        <span className="flex shrink-0 items-center gap-1.5">
          <DeliveryBadge status={status} />
          <IconButton
            size="sm"
            label={shown ? texts.hide : texts.show}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            <ChevronDown className={cn('transition-transform', shown && 'rotate-180')} />
          </IconButton>
          {actions.includes('cancel') && (
            <ActionsMenu label={texts.actions} size="sm">
              <MenuItem danger icon={<Ban />} label={texts.cancel} onSelect={() => setDialog({ what: 'cancel' })} />
            </ActionsMenu>
          )}
        </span>
      </div>
      {isOpen && <Progress label={texts.progressLabel} value={done} max={total} className="mt-2 px-5 max-sm:px-4" />}
      {shown &&
        recipients.map((recipient) => (
          <section key={recipient.id} aria-label={recipient.nombre}>
            <Person request={request} recipient={recipient} />
            <ul>
              {requirements
                .filter(({ id_recipient }) => id_recipient === recipient.id)
                .map((item) => (
                  <Item
                    key={item.id}
                    item={item}
                    mayReview={actions.includes('review')}
                    onReview={() => setDialog({ what: 'review', item, from: recipient.nombre })}
                  />
                ))}
            </ul>
          </section>
        ))}
      {dialog?.what === 'cancel' && (
        <CancelModal
          title={card.cancelTitle(titulo)}
          text={texts.cancelText}
          cancel={(reason) => cancelDelivery(request.id, reason)}
          onClose={close}
        />
      )}
      {dialog?.what === 'review' && reviewed !== undefined && (
        <ReviewModal item={reviewed} from={dialog.from} onClose={close} />
      )}
    </article>
  )
}

type PersonProps = { request: DocumentRequest; recipient: DocumentRequest['recipients'][number] }

/** A recipient with their state, and how to reach them. */
function Person({ request: { actions, titulo }, recipient }: PersonProps) {
  const texts = useDeliveriesTexts()
  const open = isAsked(recipient.status) && actions.includes('remind')
  return (
    <div className="flex min-h-11 items-center gap-3 px-5 pt-2 max-sm:px-4">
      <Avatar name={recipient.nombre} silent />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <p className="min-w-0 flex-1 basis-32 truncate font-medium" title={recipient.email}>
          {recipient.nombre}
        </p>
        <RecipientState recipient={{ ...recipient, rol: deliveryRole }} draft={false} />
      </div>
      <RecipientActions
        recipient={recipient}
        mayRemind={open && !isHeld(recipient)}
        mayLink={open}
        mayChange={open}
        messageOf={(url) => texts.whatsAppText(recipient.nombre, titulo, url)}
      />
    </div>
  )
}

type ItemProps = { item: Requirement; mayReview: boolean; onReview: () => void }

function Item({ item: { nombre, status, motivo, documents }, mayReview, onReview }: ItemProps) {
  const texts = useDeliveriesTexts()
  const { tone, icon } = looks[status]
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-5 pl-15 max-sm:pr-4 max-sm:pl-4">
      <div className="min-w-0 flex-1 basis-32">
        <p className="wrap-anywhere">{nombre}</p>
        {motivo !== null && <p className="text-small wrap-anywhere text-ink-muted">«{motivo}»</p>}
        {documents.length > 0 && (
          <p className="truncate text-small text-ink-muted">{documents.map((file) => file.nombre).join(', ')}</p>
        )}
      </div>
      <Badge variant={tone} icon={icon}>
        {texts.states[status]}
      </Badge>
      {status === 'recibido' && mayReview && (
        <Button size="sm" aria-label={texts.reviewOf(nombre)} onClick={onReview}>
          {texts.review}
        </Button>
      )}
    </li>
  )
}
