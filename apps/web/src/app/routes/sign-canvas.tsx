import { useQuery } from '@tanstack/react-query'
import { Redo2, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Reader } from '../../shared/reader.tsx'
import { ZoomTools } from '../../shared/zoom-tools.tsx'
import { useReaderControls } from '../../shared/use-reader-controls.ts'
import type { Signable } from '../../features/signing/api/signable.ts'
import { PlacementHint } from '../../features/signing/components/placement-hint.tsx'
import { PlacementLayer } from '../../features/signing/components/placement-layer.tsx'
import { showStamp } from '../../features/signing/show-stamp.ts'
import type { StampPlaces } from '../../features/signing/files/use-stamp-places.ts'
import { usePlacement, type Placed } from '../../features/signing/use-placement.ts'
import type { Rect } from '../../lib/files/geometry.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import type { PageOf } from '../../shared/page-image.tsx'
import { pagesQuery } from '../../shared/pages.ts'
import { useDocumentsTexts } from '../../shared/texts/documents.ts'
import { useCurrentPage } from '../../shared/use-current-page.ts'
import { useZoom } from '../../shared/use-zoom.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

// Only on phones.
const PhoneZoom = lazyPart(
  async () => (await import('../../features/signing/components/phone-zoom.tsx')).PhoneZoom,
  'quiet',
)

type Props = {
  document: Signable
  places: StampPlaces
  /** The stamp has a place on the page. */
  stamped: boolean
  phone: boolean
  /** Where the zoom and the undo buttons go. */
  tools: HTMLElement | null
  /** On phones: where the zoom goes, above the sheet. */
  above: HTMLElement | null
  preview: (rect: Rect) => ReactNode
}

/** The pages of one document, with the stamp where it was placed before. Mount it again for another document. */
export function SignCanvas({ document, places, stamped, phone, tools, above, preview }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const texts = useDocumentsTexts()
  const { id_documento: id } = document
  const query = useQuery(pagesQuery(document.pdf_path))
  const images = query.data
  const sizes = images?.pages ?? []
  const largest = {
    width: Math.max(0, ...sizes.map(({ width }) => width)),
    height: Math.max(0, ...sizes.map(({ height }) => height)),
  }
  // The whole page with its stamp, where it can still be read.
  const zoom = useZoom(ref, largest, phone ? 'auto' : 'page')
  const { current, goTo } = useCurrentPage(ref, images?.paginas ?? 0)
  useReaderControls(
    ref,
    { ...zoom, page: current, pages: images?.paginas ?? 0, goTo, search: null },
    images !== undefined,
  )
  const placement = usePlacement(null, stamped)
  const { placed, commit } = placement
  const { show } = zoom
  const near = useCallback(
    (place: Placed, pages: readonly PageOf[]) => {
      const page = pages.find((one) => one.page === place.page)
      if (page !== undefined) showStamp(show, page, place.rect)
    },
    [show],
  )
  const begun = useRef(false)
  const latest = useRef(places)
  useEffect(() => {
    latest.current = places
  })
  useEffect(() => {
    if (images === undefined || begun.current) return
    begun.current = true
    const first = latest.current.placeOf(id, images.pages)
    if (first === null) return
    commit(first)
    goTo(first.page)
    if (phone) near(first, images.pages)
  }, [images, id, commit, goTo, phone, near])
  useEffect(() => {
    if (images !== undefined && placement.canUndo) latest.current.put(id, placed, images.paginas)
  }, [placed, images, id, placement.canUndo])
  if (query.isLoadingError)
    return (
      <div className="flex flex-1 items-center justify-center bg-muted dark:bg-canvas">
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  return (
    <>
      {tools !== null &&
        createPortal(
          <>
            {stamped && (
              <>
                <IconButton label={texts.undo} disabled={!placement.canUndo} onClick={placement.undo}>
                  <Undo2 />
                </IconButton>
                {!phone && (
                  <IconButton label={texts.redo} disabled={!placement.canRedo} onClick={placement.redo}>
                    <Redo2 />
                  </IconButton>
                )}
              </>
            )}
            {!phone && (
              <>
                <span aria-hidden className="mx-2 h-5 w-px bg-line max-lg:hidden" />
                <ZoomTools zoom={zoom} page={current} pages={images?.paginas ?? document.paginas ?? 0} onGo={goTo} />
              </>
            )}
          </>,
          tools,
        )}
      {above !== null &&
        phone &&
        createPortal(
          <PhoneZoom zoom={zoom} onStamp={placed === null ? undefined : () => near(placed, sizes)} />,
          above,
        )}
      <Reader
        ref={ref}
        images={images}
        current={current}
        scale={zoom.scale}
        onBroken={() => void query.refetch()}
        overlay={
          stamped
            ? (page) =>
                Math.abs(page.page - current) < 6 && (
                  <PlacementLayer page={page} placement={placement} preview={preview} />
                )
            : undefined
        }
      >
        {stamped && images !== undefined && <PlacementHint placed={placed !== null} />}
      </Reader>
    </>
  )
}
