import { isSigner } from '@foja/contracts/request-states'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Undo2, X } from 'lucide-react'
import { useRef, useState, type PointerEvent } from 'react'
import { shortName, type DraftRecipient } from '../../features/signing-requests/draft.ts'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import { PlacementBox } from '../../features/signing/components/placement-box.tsx'
import { PlacementLayer } from '../../features/signing/components/placement-layer.tsx'
import { usePlacementTexts } from '../../features/signing/texts/placement.ts'
import { useHistory, type Placed } from '../../features/signing/use-placement.ts'
import { toPagePoint } from '../../lib/files/geometry.ts'
import { LoadFailed } from '../../shared/load-failed.tsx'
import type { PageOf } from '../../shared/page-image.tsx'
import { pagesQuery } from '../../shared/pages.ts'
import { Reader } from '../../shared/reader.tsx'
import { useDocumentsTexts } from '../../shared/texts/documents.ts'
import { useCurrentPage } from '../../shared/use-current-page.ts'
import { useReaderControls } from '../../shared/use-reader-controls.ts'
import { useZoom } from '../../shared/use-zoom.ts'
import { ZoomTools } from '../../shared/zoom-tools.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { signerStyle } from '../../ui/theme/signer-colors.ts'
import { placedOf, proposePlace, withPlace, type PlacedDocument, type Places } from './places.ts'
import { SignerChips } from './signer-chips.tsx'
import { SignerFace } from './signer-face.tsx'
import { useKept } from './use-kept.ts'

type Props = {
  recipients: readonly DraftRecipient[]
  documents: readonly PlacedDocument[]
  /** Whose place has the handles. */
  active: string | null
  onActive: (id: string) => void
  onPlaces: (places: Readonly<Record<string, Places>>) => void
}

/** Beside the list of recipients: where each of them signs. Without a place, one is proposed when they sign. */
export function PlaceBoard({ recipients, documents, active, onActive, onPlaces }: Props) {
  const ask = useAskTexts()
  const texts = useDocumentsTexts()
  const [chosen, setChosen] = useState<string>()
  const shown = documents.find(({ id_documento }) => id_documento === chosen) ?? documents[0]
  const signers = recipients.filter(({ rol }) => isSigner(rol))
  const history = useHistory<Readonly<Record<string, Places>>>(
    Object.fromEntries(signers.map(({ id, places }) => [id, places])),
    true,
  )
  const { present } = history
  useKept(present, onPlaces)

  const pages = useQuery({ ...pagesQuery(shown?.pdf_path ?? ''), enabled: shown !== undefined })
  const images = shown === undefined ? undefined : pages.data
  const count = images?.paginas ?? 0
  const ref = useRef<HTMLDivElement>(null)
  const sizes = images?.pages ?? []
  const largest = {
    width: Math.max(0, ...sizes.map(({ width }) => width)),
    height: Math.max(0, ...sizes.map(({ height }) => height)),
  }
  const zoom = useZoom(ref, largest, 'width')
  const { current, goTo } = useCurrentPage(ref, count)
  useReaderControls(ref, { ...zoom, page: current, pages: count, goTo, search: null }, count > 0)

  const nameOf = (one: DraftRecipient) =>
    one.nombre.trim() || one.email.trim() || ask.recipient(recipients.indexOf(one) + 1)
  const placeOf = ({ id }: DraftRecipient) =>
    shown === undefined || images === undefined ? null : placedOf(present[id] ?? [], shown.id_documento, count)
  /** The places of all, with that of one recipient in this document replaced. */
  const put = (id: string, placed: Placed | null) => ({
    ...present,
    [id]: shown === undefined ? [] : withPlace(present[id] ?? [], shown.id_documento, placed),
  })
  const select = (id: string, placed: Placed) => {
    onActive(id)
    history.commit(put(id, placed))
  }
  /** From the chip, by click or keyboard: to where they sign, which is proposed at first. */
  const show = (one: DraftRecipient) => {
    onActive(one.id)
    const taken = signers.flatMap((other) => placeOf(other) ?? [])
    const last = sizes.at(-1)
    if (placeOf(one) === null && last !== undefined) history.commit(put(one.id, proposePlace(last, taken)))
    // Keyboard users go on with the arrow keys.
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(`[data-place="${one.id}"] > *`)?.focus())
  }
  const toPage = (page: PageOf) => (event: PointerEvent) => {
    const box = ref.current?.querySelector(`[data-page="${page.page}"]`)?.getBoundingClientRect()
    return toPagePoint(
      { x: event.clientX, y: event.clientY },
      box ?? { left: 0, top: 0, width: page.width, height: page.height },
      page,
    )
  }
  const boxOf = (one: DraftRecipient, page: PageOf) => {
    const placed = placeOf(one)
    return (
      placed?.page === page.page && (
        <PlaceBox
          key={one.id}
          recipient={one}
          name={nameOf(one)}
          placed={placed}
          page={page}
          resting={one.id !== active}
          toPage={toPage(page)}
          onChoose={() => onActive(one.id)}
          onBegin={history.begin}
          onPreview={(next) => history.preview(put(one.id, next))}
          onCommit={(next) => history.commit(put(one.id, next))}
        />
      )
    )
  }
  return (
    <section
      aria-labelledby="place-board-title"
      className="flex min-w-0 flex-col overflow-hidden bg-muted dark:bg-canvas"
    >
      <header className="flex min-h-13 flex-wrap items-center border-b border-line bg-panel px-3">
        <h2 id="place-board-title" className="min-w-0 flex-1 truncate font-semibold">
          {ask.placesTitle}
        </h2>
        <IconButton size="sm" label={texts.undo} disabled={!history.canUndo} onClick={history.undo}>
          <Undo2 />
        </IconButton>
        <span aria-hidden className="mx-1 h-5 w-px bg-line" />
        <ZoomTools zoom={zoom} />
        <span aria-hidden className="mx-1 h-5 w-px bg-line" />
        <IconButton size="sm" label={ask.pageBack} disabled={current <= 1} onClick={() => goTo(current - 1)}>
          <ChevronLeft />
        </IconButton>
        <span className="font-medium whitespace-nowrap figures">{ask.pageAt(current, Math.max(1, count))}</span>
        <IconButton size="sm" label={ask.pageNext} disabled={current >= count} onClick={() => goTo(current + 1)}>
          <ChevronRight />
        </IconButton>
        {shown !== undefined && documents.length > 1 && (
          <Select
            size="sm"
            label={ask.documents}
            value={shown.id_documento}
            onValueChange={(id) => {
              setChosen(id)
              if (ref.current !== null) ref.current.scrollTop = 0
            }}
            options={documents.map(({ id_documento: value, nombre: label }) => ({ value, label }))}
            className="mb-2 w-full"
          />
        )}
      </header>
      {pages.isLoadingError ? (
        <LoadFailed error={pages.error} onRetry={() => void pages.refetch()} level={3} />
      ) : shown === undefined ? (
        <p className="m-auto max-w-80 p-5 text-center text-pretty text-ink-muted">{ask.placesNothing}</p>
      ) : (
        <div className="flex min-h-0 flex-1">
          <Reader
            ref={ref}
            images={images}
            current={current}
            scale={zoom.scale}
            column="pb-24"
            onBroken={() => void pages.refetch()}
            overlay={(page) => (
              <>
                {active !== null && (
                  <PlacementLayer
                    page={page}
                    placement={{
                      placed: null,
                      begin: history.begin,
                      preview: (next) => history.preview(put(active, next)),
                      commit: (next) => history.commit(put(active, next)),
                    }}
                  />
                )}
                {signers.map((one) => boxOf(one, page))}
              </>
            )}
          >
            {signers.length > 0 && (
              <SignerChips
                signers={signers.map((one) => ({
                  id: one.id,
                  tone: one.tone ?? 0,
                  name: shortName(one, recipients) || nameOf(one),
                  label: ask.placePut(nameOf(one)),
                  face: <SignerFace among recipient={one} name={nameOf(one)} />,
                  onShow: () => show(one),
                  onDrop: (placed) => select(one.id, placed),
                }))}
                pages={sizes}
                reader={ref}
                scale={zoom.scale}
              />
            )}
          </Reader>
        </div>
      )}
    </section>
  )
}

type BoxProps = {
  recipient: DraftRecipient
  name: string
  placed: Placed
  page: PageOf
  resting: boolean
  toPage: (event: PointerEvent) => { x: number; y: number }
  onChoose: () => void
  onBegin: () => void
  onPreview: (placed: Placed) => void
  onCommit: (placed: Placed | null) => void
}

/** Where a recipient signs, in their colour. */
function PlaceBox({ recipient, name, placed, page, onChoose, onPreview, onCommit, ...rest }: BoxProps) {
  const ask = useAskTexts()
  const texts = usePlacementTexts()
  const { x, y, width, height } = placed.rect
  const [wide, high, left, top] = [width, height, x, y].map(Math.round) as [number, number, number, number]
  return (
    // The page stays white in the dark.
    <div
      data-mode="light"
      data-place={recipient.id}
      // A finger that drags it does not focus it.
      onPointerDownCapture={onChoose}
      onFocus={onChoose}
      className="signer"
      style={signerStyle(recipient.tone ?? 0)}
    >
      <PlacementBox
        {...rest}
        rect={placed.rect}
        page={page}
        label={ask.placeOf(name, texts.boxLabel(wide, high, left, top))}
        tag={
          <button
            type="button"
            aria-label={ask.placeRemove}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => onCommit(null)}
            className="pointer-events-auto -mr-2 ml-1 flex size-6 items-center justify-center rounded-md hover:bg-white/10 focus-visible:-outline-offset-2 focus-visible:outline-primary"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        }
        onPreview={(rect) => onPreview({ page: page.page, rect })}
        onCommit={(rect) => onCommit(rect === null ? null : { page: page.page, rect })}
      >
        <SignerFace among recipient={recipient} name={name} />
      </PlacementBox>
    </div>
  )
}
