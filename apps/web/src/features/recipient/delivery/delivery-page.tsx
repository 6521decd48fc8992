import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Lock, ReceiptText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { saveBlob } from '../../../lib/files/download.ts'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useToastMutation } from '../../../shared/use-toast-mutation.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Progress } from '../../../ui/progress.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { fetchReceipt, recipientQuery, withdraw, type AskedDocument, type Delivery } from '../api/recipient.ts'
import { useDeliveryTexts } from '../texts/delivery.ts'
import { useRecipientTexts } from '../texts/recipient.ts'
import { isClosed } from '../use-act.ts'
import { timeLeft } from '../words.ts'
import { RequirementCard } from './requirement-card.tsx'
import { useDeliver } from './use-deliver.ts'

const PhotosModal = lazyPart(async () => (await import('../../../shared/photos/photos-modal.tsx')).PhotosModal)

const isPicture = ({ type }: File) => type.startsWith('image/')
const isYours = ({ status, obligatorio, documents }: AskedDocument) =>
  status === 'observado' || status === 'pendiente' || (!obligatorio && documents.length === 0)

/** The page of a recipient of documents: what is missing, what has arrived, and the receipt. */
export function DeliveryPage({ token, view }: { token: string; view: Delivery }) {
  const texts = useDeliveryTexts()
  const queries = useQueryClient()
  const deliver = useDeliver(token)
  const [photos, setPhotos] = useState<{ id: string; files: File[] } | null>(null)
  const remove = useToastMutation({
    mutationFn: ({ id }: AskedDocument['documents'][number]) => withdraw(token, id),
    onSuccess: (next, { nombre }) => {
      queries.setQueryData(recipientQuery(token).queryKey, next)
      toast.success(texts.removed(nombre))
    },
    onSettled: (_next, error) => {
      if (isClosed(error)) void queries.invalidateQueries(recipientQuery(token))
    },
  })
  const { requirements } = view
  // Returned ones first.
  const yours = requirements
    .filter((one) => view.may_deliver && isYours(one))
    .toSorted((a, b) => Number(b.status === 'observado') - Number(a.status === 'observado'))
  const rest = requirements.filter((one) => !yours.includes(one) && one.documents.length > 0)
  const take = (item: AskedDocument) => (files: File[]) => {
    // Photos become one PDF where a PDF is taken.
    if (item.acepta.includes('pdf') && files.every(isPicture)) setPhotos({ id: item.id, files })
    else deliver.send(item.id, files)
  }
  const card = (item: AskedDocument) => (
    <RequirementCard
      key={item.id}
      item={item}
      view={view}
      first={item === yours[0]}
      sending={deliver.sendings[item.id]}
      onFiles={take(item)}
      onStop={() => deliver.stop(item.id)}
      onAgain={() => deliver.send(item.id, deliver.sendings[item.id]?.files ?? [])}
      onRemove={remove.mutate}
      removing={remove.isPending}
    />
  )
  return (
    <div className="mx-auto grid w-full max-w-272 gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <Heading view={view} />
      <div className="flex min-w-0 flex-col gap-4">
        {view.left.files === 0 && view.may_deliver && <Alert variant="warning">{texts.full}</Alert>}
        {yours.length > 0 && <Items title={texts.yours} items={yours} card={card} />}
        {rest.length > 0 && <Items title={texts.here} items={rest} card={card} />}
      </div>
      <aside className="flex min-w-0 flex-col gap-4">
        <Asker view={view} />
        {view.delivered_at !== null && <Receipt token={token} at={view.delivered_at} />}
        <p className="flex items-start gap-2.5 px-1 text-ink-muted">
          <Lock aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          {texts.only(view.company)}
        </p>
      </aside>
      {photos !== null && (
        <PhotosModal
          files={photos.files}
          name={requirements.find(({ id }) => id === photos.id)?.nombre}
          onClose={() => setPhotos(null)}
          onDone={(files) => {
            deliver.send(photos.id, files)
            setPhotos(null)
          }}
        />
      )}
    </div>
  )
}

function Heading({ view }: { view: Delivery }) {
  const texts = useDeliveryTexts()
  const recipient = useRecipientTexts()
  const { plural, number, dayDate, writtenDate } = useFormat()
  const required = view.requirements.filter(({ obligatorio }) => obligatorio)
  const missing = required.filter(({ status }) => status === 'pendiente' || status === 'observado').length
  const total = plural(required.length, texts.documents)
  const untouched = view.delivered_at === null
  const ended = view.copies_until
  const title = () => {
    if (ended !== null) return texts.complete
    if (missing === 0) return texts.allHere
    if (untouched) return texts.asks(view.asked_by, plural(required.length, texts.documents))
    return missing === 1 ? texts.oneMissing(total) : texts.missing(number(missing), total)
  }
  const done = required.length - missing
  return (
    <header className="flex flex-col gap-2 lg:col-span-2">
      <h1 className="text-title-phone font-semibold text-pretty md:text-title">{title()}</h1>
      <p className="text-pretty wrap-anywhere text-ink-muted">
        {ended !== null
          ? texts.completeText(writtenDate(ended))
          : missing === 0
            ? texts.allHereText
            : texts.about(view.titulo)}
      </p>
      {ended === null && (
        <p className="flex gap-2.5 lg:hidden">
          <CalendarClock aria-hidden className="mt-0.5 size-4.5 text-gold-ink" />
          {recipient.until(dayDate(view.expires_at))}
        </p>
      )}
      <Progress
        label={texts.progress(number(done), number(required.length))}
        value={done}
        max={required.length}
        after={texts.progress(number(done), number(required.length))}
        className="max-w-160"
      />
    </header>
  )
}

type ItemsProps = { title: string; items: readonly AskedDocument[]; card: (item: AskedDocument) => ReactNode }

function Items({ title, items, card }: ItemsProps) {
  const { number } = useFormat()
  return (
    <Card>
      <CardHeader title={title} count={number(items.length)} />
      <ul className="divide-y divide-line">{items.map(card)}</ul>
    </Card>
  )
}

/** Who asks, what they wrote, and until when. */
function Asker({ view }: { view: Delivery }) {
  const recipient = useRecipientTexts()
  const format = useFormat()
  return (
    <Card>
      <CardBody className="flex flex-col gap-3">
        <div className="flex items-center gap-3">
          <Avatar name={view.asked_by} size="lg" silent />
          <div className="min-w-0">
            <p className="truncate font-semibold">{view.asked_by}</p>
            <p className="truncate text-small text-ink-muted">{view.company}</p>
          </div>
        </div>
        {view.mensaje !== null && (
          <blockquote className="text-pretty whitespace-pre-line wrap-anywhere text-ink-muted">
            «{view.mensaje}»
          </blockquote>
        )}
        {view.copies_until === null && (
          <div className="flex items-start gap-3 border-t border-line pt-3">
            <CalendarClock aria-hidden className="mt-0.5 size-4.5 text-gold-ink" />
            <p>
              <span className="block font-semibold">{recipient.until(format.dayDate(view.expires_at))}</span>
              <span className="text-small text-ink-muted">{timeLeft(view.expires_at, recipient, format)}</span>
            </p>
          </div>
        )}
      </CardBody>
    </Card>
  )
}

function Receipt({ token, at }: { token: string; at: string }) {
  const texts = useDeliveryTexts()
  const { relative } = useFormat()
  const download = useMutation({
    mutationFn: () => fetchReceipt(token),
    onSuccess: (pdf) => saveBlob(pdf, texts.receiptFile),
    onError: () => toast.error(texts.receiptFailed),
  })
  return (
    <Card>
      <CardBody className="flex items-center gap-3">
        <ReceiptText aria-hidden className="size-5 shrink-0 text-ink-muted" />
        <div className="min-w-0 flex-1">
          <p className="font-medium">{texts.receipt}</p>
          <p className="text-small text-ink-muted">{texts.last(relative(at))}</p>
        </div>
        <Button loading={download.isPending} onClick={() => download.mutate()}>
          {texts.download}
        </Button>
      </CardBody>
      <p className="border-t border-line px-5 py-3 text-small text-ink-muted max-sm:px-4">{texts.receiptText}</p>
    </Card>
  )
}
