import { type RequirementStatus } from '@foja/contracts/request-states'
import { documentRequestLimits, mayRequirement } from '@foja/contracts/requirement-rules'
import { Camera, CircleCheck, CircleDashed, FileText, Inbox, Plus, RotateCcw, Upload, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useFilePicker } from '../../../ui/use-file-picker.tsx'
import { phoneQuery, useMedia } from '../../../ui/use-media.ts'
import type { AskedDocument, Delivery } from '../api/recipient.ts'
import { useDeliveryTexts } from '../texts/delivery.ts'
import type { Sending } from './use-deliver.ts'

const looks: Record<RequirementStatus, { tone: Tone; icon: ReactNode }> = {
  pendiente: { tone: 'neutral', icon: <CircleDashed /> },
  recibido: { tone: 'info', icon: <Inbox /> },
  aceptado: { tone: 'success', icon: <CircleCheck /> },
  observado: { tone: 'warning', icon: <RotateCcw /> },
}

const types = {
  pdf: '.pdf',
  imagen: 'image/png,image/jpeg,image/webp',
  office: '.docx,.xlsx,.pptx,.odt,.ods,.odp',
}

type Props = {
  item: AskedDocument
  view: Delivery
  /** The gold button of the page is in this item. */
  first: boolean
  sending: Sending | undefined
  onFiles: (files: File[]) => void
  onStop: () => void
  onAgain: () => void
  onRemove: (file: AskedDocument['documents'][number]) => void
  removing: boolean
}

/** One document that is asked for: its state in words, what was delivered, and how to deliver it. */
export function RequirementCard(props: Props) {
  const { item, view, first, sending, onFiles, onStop, onAgain, onRemove, removing } = props
  const texts = useDeliveryTexts()
  const format = useFormat()
  const { nombre, ayuda, status, motivo, acepta, obligatorio, max_files: most, documents } = item
  const look = looks[status]
  const uploads = sending !== undefined && sending.failure === null
  const open = view.may_deliver && mayRequirement('deliver', status) && documents.length < most && !uploads
  const takes = [
    texts.list(
      new Intl.ListFormat(format.locale, { type: 'disjunction' }).format(acepta.map((kind) => texts.kinds[kind])),
      format.bytes(documentRequestLimits.bytesPerFile),
    ),
    ...(most > 1 ? [texts.upTo(format.plural(most, texts.files))] : []),
    ...(obligatorio ? [] : [texts.optional]),
  ]
  return (
    <li
      className={`flex flex-col gap-3 px-5 py-4 max-sm:px-4 ${status === 'observado' ? 'bg-selected' : ''}`}
      data-requirement={item.id}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="font-medium wrap-anywhere">{nombre}</h3>
          {ayuda !== null && <p className="text-pretty wrap-anywhere text-ink-muted">{ayuda}</p>}
          {documents.length === 0 && <p className="text-small text-ink-muted">{takes.join(' · ')}</p>}
        </div>
        <Badge variant={look.tone} icon={look.icon}>
          {texts.status[status]}
        </Badge>
      </div>
      {motivo !== null && (
        <blockquote className="border-l-4 border-warning pl-3">
          <p className="wrap-anywhere">«{motivo}»</p>
          <p className="text-small text-ink-muted">{texts.returnedBy(view.asked_by)}</p>
        </blockquote>
      )}
      {documents.length > 0 && (
        <ul className="flex flex-col gap-1">
          {documents.map((file) => (
            <li key={file.id} className="flex min-h-9 items-center gap-2.5">
              <FileText aria-hidden className="size-4.5 shrink-0 text-ink-muted" />
              <span className="min-w-0 flex-1">
                <a
                  href={file.download_url}
                  download={file.nombre}
                  className="touch-target block truncate underline underline-offset-4"
                >
                  {file.nombre}
                </a>
                <span className="block text-small text-ink-muted">
                  {format.bytes(file.size)} · {format.relative(file.delivered_at)}
                </span>
              </span>
              {view.may_deliver && mayRequirement('withdraw', status) && (
                <IconButton
                  size="sm"
                  label={texts.removeOf(file.nombre)}
                  disabled={removing}
                  onClick={() => onRemove(file)}
                >
                  <X />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {uploads && <Uploading name={nombre} sending={sending} onStop={onStop} />}
      {sending?.failure !== null && sending?.failure !== undefined && (
        <Alert
          variant="error"
          action={
            sending.broken ? (
              <Button size="sm" onClick={onAgain}>
                {texts.goOn}
              </Button>
            ) : undefined
          }
        >
          {sending.failure}
        </Alert>
      )}
      {open && <Choices item={item} primary={first} onFiles={onFiles} />}
    </li>
  )
}

function Uploading({ name, sending, onStop }: { name: string; sending: Sending; onStop: () => void }) {
  const texts = useDeliveryTexts()
  const { bytes } = useFormat()
  const { loaded, total } = sending
  const sent = total > 0 && loaded >= total
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="mb-1 text-small text-ink-muted" aria-live="polite">
          {sent ? texts.checking : texts.uploading(bytes(loaded), bytes(total))}
        </p>
        <Progress label={texts.uploadingOf(name)} value={sent ? undefined : loaded} max={total} />
      </div>
      <Button variant="ghost" onClick={onStop}>
        {texts.stop}
      </Button>
    </div>
  )
}

type ChoicesProps = { item: AskedDocument; primary: boolean; onFiles: (files: File[]) => void }

function Choices({ item: { nombre, acepta, max_files: most, documents }, primary, onFiles }: ChoicesProps) {
  const texts = useDeliveryTexts()
  const takesPhotos = acepta.includes('imagen') || acepta.includes('pdf')
  const accept = acepta.map((kind) => types[kind]).join(',')
  const photos = acepta.includes('imagen') ? accept : `${accept},${types.imagen}`
  const file = useFilePicker({ onFiles, accept: takesPhotos ? photos : accept, multiple: most > 1 || takesPhotos })
  const camera = useFilePicker({ onFiles, accept: 'image/*', camera: true })
  const phone = useMedia(phoneQuery)
  const more = documents.length > 0
  const gold = primary && !more
  // A phone takes a photo first.
  const photoFirst = phone && takesPhotos
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
      {file.input}
      {camera.input}
      {photoFirst && (
        <Button
          size="lg"
          icon={<Camera />}
          variant={gold ? 'primary' : 'secondary'}
          className="order-last"
          aria-label={texts.photoOf(nombre)}
          onClick={camera.open}
        >
          {texts.photo}
        </Button>
      )}
      <Button
        size="lg"
        icon={more ? <Plus /> : <Upload />}
        variant={gold && !photoFirst ? 'primary' : 'secondary'}
        aria-label={more ? texts.moreOf(nombre) : texts.fileOf(nombre)}
        onClick={file.open}
      >
        {more ? texts.more : texts.file}
      </Button>
    </div>
  )
}
