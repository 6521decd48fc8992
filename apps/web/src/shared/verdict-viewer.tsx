import { Archive, ChevronLeft, ChevronRight, ImageOff, Maximize2, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useVerdictTexts } from './texts/verdict.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Modal } from '../ui/modal.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { isVisible, MarkedPage, PageCrop, type Mark, type PageSource } from './verdict-pages.tsx'

/** The document at the time of a signature. */
export type Past = { label: string; signedBytes: number; marks: readonly Mark[] }

export type ViewerState = {
  page: number
  version: 'now' | 'then'
  /** The mark to scroll to. */
  mark: number | null
  large: boolean
}

export const initialView: ViewerState = { page: 1, version: 'now', mark: null, large: false }

type Props = {
  source: PageSource
  marks: readonly Mark[]
  /** Present if the signed state can be shown. */
  past: Past | null
  view: ViewerState
  onView: (change: Partial<ViewerState>) => void
  /** Replaces the choice of versions; the whole page is shown, with numbers in its margin. */
  title?: string | undefined
}

/** One page at a time, with stamps and changes marked, now and as signed. */
export function VerdictViewer(props: Props) {
  const verdict = useVerdictTexts()
  const { view, onView } = props
  return (
    <section aria-label={verdict.pages} className="overflow-hidden rounded-lg border border-line bg-panel shadow-card">
      <Bar {...props}>
        <IconButton label={verdict.enlarge} size="sm" onClick={() => onView({ large: true })}>
          <Maximize2 />
        </IconButton>
      </Bar>
      <Paper {...props} />
      <Enlarged {...props} open={view.large} onOpenChange={(large) => onView({ large })} />
    </section>
  )
}

function Bar({ source, past, view, onView, title, children }: Props & { children?: ReactNode }) {
  const verdict = useVerdictTexts()
  const total = source.pages.length
  const go = (page: number) => onView({ page, mark: null })
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1.5">
      {past !== null ? (
        <SegmentedControl
          label={verdict.version}
          value={view.version}
          onValueChange={(version) => onView({ version })}
          options={[
            { value: 'now', label: verdict.now },
            { value: 'then', label: past.label },
          ]}
          className="min-w-0 max-w-full overflow-x-auto"
        />
      ) : (
        <span className="flex min-w-0 items-center gap-2.5 px-1.5 text-small font-medium">
          {title !== undefined && <Archive aria-hidden className="size-4.5 text-ink-muted" />}
          {title ?? verdict.pages}
        </span>
      )}
      <div className="ml-auto flex items-center gap-1">
        <IconButton label={verdict.previousPage} size="sm" disabled={view.page <= 1} onClick={() => go(view.page - 1)}>
          <ChevronLeft />
        </IconButton>
        <output className="px-1 text-small font-medium whitespace-nowrap figures">
          {verdict.pageOf(view.page, total)}
        </output>
        <IconButton label={verdict.nextPage} size="sm" disabled={view.page >= total} onClick={() => go(view.page + 1)}>
          <ChevronRight />
        </IconButton>
        {children}
      </div>
    </div>
  )
}

/** The page of the view, or why it cannot be shown. */
function usePage({ source, marks, past, view }: Pick<Props, 'source' | 'marks' | 'past' | 'view'>) {
  const verdict = useVerdictTexts()
  const [broken, setBroken] = useState('')
  const page = source.pages[view.page - 1]
  if (page === undefined) return null
  const then = view.version === 'then' ? past : null
  const address = source.address(page.page, then?.signedBytes)
  const alt = (then === null ? verdict.pageAlt : verdict.pageAltThen)(page.page, source.pages.length)
  const shown = (then?.marks ?? marks).filter((mark) => mark.page === page.page && isVisible(mark))
  return { page, address, alt, marks: shown, isBroken: broken === address, onBroken: () => setBroken(address) }
}

function Paper(props: Props) {
  const verdict = useVerdictTexts()
  const scroller = useRef<HTMLDivElement>(null)
  const page = usePage(props)
  const { mark, page: number } = props.view
  useEffect(() => {
    const room = scroller.current
    const box = room?.querySelector(mark === null ? '[data-mark]' : `[data-mark="${mark}"]`)
    if (room == null || box == null) return
    const distance = box.getBoundingClientRect().top - room.getBoundingClientRect().top
    if (distance < 0 || distance > room.clientHeight - 80) room.scrollTop += distance - room.clientHeight / 3
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another page has other marks
  }, [mark, number])
  if (page === null) return null
  const { isBroken, ...rest } = page
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={page.alt}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls the region
      tabIndex={0}
      className="h-155 overflow-y-auto bg-muted p-5 focus-visible:-outline-offset-2 max-md:h-100 max-md:p-3"
    >
      {isBroken ? (
        <EmptyState
          icon={<ImageOff />}
          tone="warning"
          title={verdict.imagesGone}
          action={
            <Button size="sm" icon={<RotateCcw />} onClick={props.source.onGone}>
              {verdict.checkAgain}
            </Button>
          }
        >
          {props.source.gone}
        </EmptyState>
      ) : (
        <div
          className="mx-auto"
          style={
            props.title === undefined ? {} : { width: `min(86%, ${(580 * rest.page.width) / rest.page.height}px)` }
          }
        >
          <MarkedPage {...rest} onPage={(to) => props.onView({ page: to, mark: null })} />
        </div>
      )}
    </div>
  )
}

type EnlargedProps = Props & { open: boolean; onOpenChange: (open: boolean) => void }

/** The same, enlarged in a dialog. */
function Enlarged({ open, onOpenChange, ...props }: EnlargedProps) {
  const verdict = useVerdictTexts()
  return (
    <Modal open={open} onOpenChange={onOpenChange} variant="wide" title={verdict.pages}>
      <div className="-mx-5 -my-3">
        <Bar {...props} />
        <Paper {...props} />
      </div>
    </Modal>
  )
}

/** On phones: a strip of the page around the relevant mark; it opens the enlarged view. */
export function ViewerStrip({ center, ...props }: Props & { center: Mark | undefined }) {
  const verdict = useVerdictTexts()
  const { source, view, onView } = props
  const at = center?.page ?? 1
  const page = usePage({ ...props, view: { ...view, page: at, version: 'now' } })
  if (page === null) return null
  const { isBroken, ...rest } = page
  const { x, y, width, height } = center?.rectangle ?? { x: 0, y: 0, width: page.page.width, height: 160 }
  return (
    <div className="relative">
      {isBroken ? (
        <div className="flex flex-col items-start gap-2 p-4">
          <p className="text-small text-ink-muted">{source.gone}</p>
          <Button size="sm" icon={<RotateCcw />} onClick={source.onGone}>
            {verdict.checkAgain}
          </Button>
        </div>
      ) : (
        <>
          <PageCrop {...rest} center={{ x: x + width / 2, y: y + height / 2 }} />
          <button
            type="button"
            onClick={() => onView({ page: at, mark: center?.number ?? null, large: true })}
            className="absolute inset-0 flex items-end justify-end p-2 focus-visible:-outline-offset-2"
          >
            <span className="flex h-8 items-center gap-2 rounded-full bg-float px-3 text-small text-on-dark">
              <Maximize2 aria-hidden className="size-3.5" />
              <span className="sr-only">{verdict.enlarge}: </span>
              {verdict.pageShort(at, source.pages.length)}
            </span>
          </button>
        </>
      )}
      <Enlarged {...props} open={view.large} onOpenChange={(large) => onView({ large })} />
    </div>
  )
}
