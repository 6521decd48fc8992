import type { PageImages } from '@foja/contracts/common'
import { useQuery } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DraftRecipient } from '../../features/signing-requests/draft.ts'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import { PlacementLayer } from '../../features/signing/components/placement-layer.tsx'
import { usePlacement, type Placed } from '../../features/signing/use-placement.ts'
import { around, defaultSize } from '../../lib/files/geometry.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { PageImage } from '../../shared/page-image.tsx'
import { pagesQuery } from '../../shared/pages.ts'
import { useDocumentsTexts } from '../../shared/texts/documents.ts'
import { useUiTexts } from '../../ui/texts/ui.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { phoneQuery, useMedia } from '../../ui/use-media.ts'

type Places = DraftRecipient['places']
type PlacedDocument = { id_documento: string; nombre: string; pdf_path: string }

type Props = {
  recipient: DraftRecipient
  documents: readonly PlacedDocument[]
  onPlaces: (places: Places) => void
  onClose: () => void
}

/** Chooses where a recipient signs each document. Without a place, one is proposed when they sign. */
export function PlaceModal({ recipient, documents, onPlaces, onClose }: Props) {
  const ask = useAskTexts()
  const ui = useUiTexts()
  const [places, setPlaces] = useState<Places>(recipient.places)
  const [id, setId] = useState(documents[0]?.id_documento ?? '')
  const shown = documents.find((one) => one.id_documento === id)
  const put = (placed: Placed | null) =>
    setPlaces((before) => [
      ...before.filter((one) => one.id_documento !== id),
      ...(placed === null ? [] : [{ id_documento: id, position: { page: placed.page, ...placed.rect } }]),
    ])
  const name = recipient.nombre.trim() === '' ? ask.someone : recipient.nombre.trim()
  return (
    <Modal
      open
      variant="wide"
      onOpenChange={onClose}
      title={ask.placeTitle(name)}
      description={ask.placeText}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onPlaces(places)
              onClose()
            }}
          >
            {ask.placeDone}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {documents.length > 1 && (
          <Select
            label={ask.documents}
            value={id}
            onValueChange={setId}
            options={documents.map(({ id_documento: value, nombre: label }) => ({ value, label }))}
          />
        )}
        {shown !== undefined && (
          <Pages
            key={id}
            document={shown}
            first={places.find((one) => one.id_documento === id)}
            name={name}
            onPut={put}
          />
        )}
      </div>
    </Modal>
  )
}

type PagesProps = {
  document: PlacedDocument
  first: Places[number] | undefined
  name: string
  onPut: (placed: Placed | null) => void
}

function Pages({ document, ...rest }: PagesProps) {
  const { data, isLoadingError, error, refetch } = useQuery(pagesQuery(document.pdf_path))
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <Skeleton className="h-120 w-full" />
  return <Placing images={data} onBroken={() => void refetch()} {...rest} />
}

type PlacingProps = Omit<PagesProps, 'document'> & { images: PageImages; onBroken: () => void }

function Placing({ images, first, name, onPut, onBroken }: PlacingProps) {
  const ask = useAskTexts()
  const texts = useDocumentsTexts()
  const phone = useMedia(phoneQuery)
  const [initial] = useState<Placed | null>(() => {
    if (first === undefined) return null
    const { page, ...rect } = first.position
    return { page: page === 'last' ? images.paginas : page, rect }
  })
  const placement = usePlacement(initial, true)
  const { placed } = placement
  const keep = useEffectEvent(onPut)
  useEffect(() => keep(placed), [placed])
  const list = useRef<HTMLDivElement>(null)
  const last = images.pages.at(-1)
  const putAtEnd = () => {
    if (last === undefined) return
    const corner = { x: last.width - defaultSize.width / 2 - 56, y: last.height - defaultSize.height / 2 - 72 }
    placement.commit({ page: last.page, rect: around(corner, last) })
    // Keyboard users go on with the arrow keys.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role=application]')?.focus())
  }
  return (
    <>
      <div className="flex justify-end">
        {placed === null ? (
          <Button size="sm" icon={<MapPin />} onClick={putAtEnd}>
            {ask.placeAtEnd}
          </Button>
        ) : (
          <Button size="sm" icon={<X />} onClick={() => placement.commit(null)}>
            {ask.placeRemove}
          </Button>
        )}
      </div>
      <div
        ref={list}
        role="group"
        aria-label={ask.documents}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        className="flex max-h-[60dvh] flex-col items-center gap-4 overflow-y-auto rounded-lg bg-muted p-4 dark:bg-canvas"
      >
        {images.pages.map((page) => (
          <PageImage
            key={page.page}
            page={page}
            width={phone ? 300 : 600}
            alt={texts.pageAlt(page.page, images.paginas)}
            onBroken={onBroken}
          >
            <PlacementLayer
              page={page}
              placement={placement}
              preview={() => (
                <p className="flex size-full items-center justify-center p-1 text-center text-small font-medium">
                  {name}
                </p>
              )}
            />
          </PageImage>
        ))}
      </div>
    </>
  )
}
