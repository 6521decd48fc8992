import type { PageImages } from '@foja/contracts/common'
import { useQuery } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DraftRecipient } from '../../features/signing-requests/draft.ts'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import { PlacementLayer } from '../../features/signing/components/placement-layer.tsx'
import { usePlacement, type Placed } from '../../features/signing/use-placement.ts'
import { around, defaultSize, toPercent } from '../../lib/files/geometry.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { PageImage } from '../../shared/page-image.tsx'
import { pagesQuery } from '../../shared/pages.ts'
import { useDocumentsTexts } from '../../shared/texts/documents.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

export type PlacedDocument = { id_documento: string; nombre: string; pdf_path: string }
type Position = DraftRecipient['places'][number]['position']

/** The place of another recipient in the same document. */
type OtherPlace = { id: string; name: string; position: Position }

type PagesProps = {
  document: PlacedDocument
  first: DraftRecipient['places'][number] | undefined
  name: string
  others?: readonly OtherPlace[]
  onOther?: (id: string) => void
  /** Width of a page in CSS pixels. */
  width: number
  /** Of the list of pages. */
  className?: string
  onPut: (placed: Placed | null) => void
}

/** The places of a recipient with that of one document replaced, or without it. */
export const withPlace = (
  places: DraftRecipient['places'],
  id_documento: string,
  placed: Placed | null,
): DraftRecipient['places'] => [
  ...places.filter((one) => one.id_documento !== id_documento),
  ...(placed === null ? [] : [{ id_documento, position: { page: placed.page, ...placed.rect } }]),
]

/** The pages of a document, on which one recipient gets their place. */
export function PlacingPages({ document, ...rest }: PagesProps) {
  const { data, isLoadingError, error, refetch } = useQuery(pagesQuery(document.pdf_path))
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <Skeleton className="h-120 w-full" />
  return <Placing images={data} onBroken={() => void refetch()} {...rest} />
}

type PlacingProps = Omit<PagesProps, 'document'> & { images: PageImages; onBroken: () => void }

const numberOf = ({ page }: Position, images: PageImages) => (page === 'last' ? images.paginas : page)

function Placing(props: PlacingProps) {
  const { images, first, name, others = [], onOther, width, className, onPut, onBroken } = props
  const ask = useAskTexts()
  const texts = useDocumentsTexts()
  const [initial] = useState<Placed | null>(() => {
    if (first === undefined) return null
    const { page: _, ...rect } = first.position
    return { page: numberOf(first.position, images), rect }
  })
  const placement = usePlacement(initial, true)
  const { placed } = placement
  const keep = useEffectEvent(onPut)
  const kept = useRef(initial)
  useEffect(() => {
    if (placed === kept.current) return
    kept.current = placed
    keep(placed)
  }, [placed])
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
        className={cn('flex flex-col items-center gap-4 overflow-y-auto bg-muted p-4 dark:bg-canvas', className)}
      >
        {images.pages.map((page) => (
          <PageImage
            key={page.page}
            page={page}
            width={width}
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
            {others
              .filter(({ position }) => numberOf(position, images) === page.page)
              .map((other) => (
                <OtherBox key={other.id} other={other} page={page} onChoose={onOther} />
              ))}
          </PageImage>
        ))}
      </div>
    </>
  )
}

type OtherBoxProps = {
  other: OtherPlace
  page: { width: number; height: number }
  onChoose: ((id: string) => void) | undefined
}

/** Where another recipient signs; a press chooses them. */
function OtherBox({ other: { id, name, position }, page, onChoose }: OtherBoxProps) {
  const { left, top, width, height } = toPercent(position, page)
  return (
    <button
      type="button"
      data-mode="light"
      onClick={() => onChoose?.(id)}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
      className="absolute overflow-hidden rounded-sm border border-dashed border-control bg-panel/85 p-1 text-center text-small font-medium text-ink-muted hover:text-ink"
    >
      {name}
    </button>
  )
}
