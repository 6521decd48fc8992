import type { PageImages } from '@foja/contracts/common'
import { useQuery } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { useRef } from 'react'
import type { DraftRecipient } from '../../features/signing-requests/draft.ts'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import { PlacementLayer } from '../../features/signing/components/placement-layer.tsx'
import { usePlacement, type Placed } from '../../features/signing/use-placement.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import { PageImage } from '../../shared/page-image.tsx'
import { pagesQuery } from '../../shared/pages.ts'
import { useDocumentsTexts } from '../../shared/texts/documents.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { signerStyle } from '../../ui/theme/signer-colors.ts'
import { placedOf, proposePlace, type PlacedDocument } from './places.ts'
import { SignerFace } from './signer-face.tsx'
import { useKept } from './use-kept.ts'

type PagesProps = {
  document: PlacedDocument
  first: DraftRecipient['places'][number] | undefined
  name: string
  recipient: DraftRecipient
  /** Places of others in the document. */
  taken: DraftRecipient['places']
  /** Width of a page in CSS pixels. */
  width: number
  onPut: (placed: Placed | null) => void
}

/** The pages of a document, on which one recipient gets their place. */
export function PlacingPages({ document, ...rest }: PagesProps) {
  const { data, isLoadingError, error, refetch } = useQuery(pagesQuery(document.pdf_path))
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <Skeleton className="h-120 w-full" />
  return <Placing images={data} onBroken={() => void refetch()} {...rest} />
}

type PlacingProps = Omit<PagesProps, 'document'> & { images: PageImages; onBroken: () => void }

function Placing(props: PlacingProps) {
  const { images, first, name, recipient, taken, width, onPut, onBroken } = props
  const ask = useAskTexts()
  const texts = useDocumentsTexts()
  const placement = usePlacement(
    first === undefined ? null : placedOf([first], first.id_documento, images.paginas),
    true,
  )
  const { placed } = placement
  useKept(placed, onPut)
  const list = useRef<HTMLDivElement>(null)
  const last = images.pages.at(-1)
  const putAtEnd = () => {
    if (last === undefined) return
    const others = taken.flatMap((one) => placedOf([one], one.id_documento, images.paginas) ?? [])
    placement.commit(proposePlace(last, others))
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
            width={width}
            alt={texts.pageAlt(page.page, images.paginas)}
            onBroken={onBroken}
          >
            <div data-mode="light" className="signer" style={signerStyle(recipient.tone ?? 0)}>
              <PlacementLayer
                page={page}
                placement={placement}
                preview={() => <SignerFace recipient={recipient} name={name} />}
              />
            </div>
          </PageImage>
        ))}
      </div>
    </>
  )
}
