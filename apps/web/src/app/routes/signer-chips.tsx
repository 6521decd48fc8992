import { Signature } from 'lucide-react'
import { useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react'
import { useAskTexts } from '../../features/signing-requests/texts/ask.ts'
import type { Placed } from '../../features/signing/use-placement.ts'
import { around, defaultSize, toPagePoint, type Point, type Size } from '../../lib/files/geometry.ts'
import { signerStyle } from '../../ui/theme/signer-colors.ts'

type Chip = {
  id: string
  tone: number
  name: string
  label: string
  /** What is dragged. */
  face: ReactNode
  /** By click or keyboard. */
  onShow: () => void
  onDrop: (placed: Placed) => void
}

type Props = {
  signers: readonly Chip[]
  pages: readonly ({ page: number } & Size)[]
  /** The element with the pages. */
  reader: RefObject<HTMLElement | null>
  /** CSS pixels per point. */
  scale: number
}

const within = ({ x, y }: Point, box: DOMRect) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

/** The place around a point of the window; null beside the pages. */
function placeAt(at: Point, { pages, reader }: Pick<Props, 'pages' | 'reader'>): Placed | null {
  if (reader.current === null || !within(at, reader.current.getBoundingClientRect())) return null
  for (const page of pages) {
    const box = reader.current.querySelector(`[data-page="${page.page}"]`)?.getBoundingClientRect()
    if (box !== undefined && within(at, box)) return { page: page.page, rect: around(toPagePoint(at, box, page), page) }
  }
  return null
}

/** Pixels from which a press is a drag. */
const slack = 4

/** The dark bar below the pages: one chip for each signer, dragged to where they sign. */
export function SignerChips({ signers, scale, ...at }: Props) {
  const ask = useAskTexts()
  const start = useRef<Point | null>(null)
  /** The click that ends a drag is none. */
  const dragged = useRef(false)
  const [drag, setDrag] = useState<{ chip: Chip; at: Point } | null>(null)
  const handlers = (chip: Chip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      dragged.current = false
      if (event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      const from = start.current
      if (from === null || (!dragged.current && Math.hypot(x - from.x, y - from.y) < slack)) return
      dragged.current = true
      setDrag({ chip, at: { x, y } })
    },
    onPointerUp: ({ clientX: x, clientY: y }: PointerEvent) => {
      start.current = null
      setDrag(null)
      const placed = dragged.current ? placeAt({ x, y }, at) : null
      if (placed !== null) chip.onDrop(placed)
    },
    onPointerCancel: () => {
      start.current = null
      setDrag(null)
    },
    onClick: () => {
      if (!dragged.current) chip.onShow()
      dragged.current = false
    },
  })
  return (
    <>
      <div
        role="group"
        aria-label={ask.placesDrag}
        data-floating
        className="absolute inset-x-4 bottom-4 z-10 mx-auto flex max-h-28 w-fit max-w-[calc(100%-2rem)] flex-wrap items-center justify-center gap-2 overflow-y-auto rounded-lg bg-float px-3 py-2 text-on-dark shadow-float"
      >
        {/* More chips need its room. */}
        {signers.length < 4 && (
          <span aria-hidden className="whitespace-nowrap">
            {ask.placesDrag}
          </span>
        )}
        {signers.map((chip) => (
          <button
            key={chip.id}
            type="button"
            data-mode="light"
            aria-label={chip.label}
            style={signerStyle(chip.tone)}
            {...handlers(chip)}
            className="signer inline-flex h-9 shrink-0 cursor-grab touch-none items-center gap-2 rounded-md bg-(--signer-soft) px-3 font-semibold text-(--signer) select-none focus-visible:outline-primary"
          >
            <Signature aria-hidden className="size-4" />
            {chip.name}
          </button>
        ))}
      </div>
      {drag !== null && (
        <div
          aria-hidden
          data-mode="light"
          className="signer pointer-events-none fixed z-50 -translate-1/2 border-[1.5px] border-[color:var(--signer,var(--gold-ink))] bg-(--signer-soft) shadow-lift"
          style={{
            ...signerStyle(drag.chip.tone),
            left: drag.at.x,
            top: drag.at.y,
            width: defaultSize.width * scale,
            height: defaultSize.height * scale,
          }}
        >
          {drag.chip.face}
        </div>
      )}
    </>
  )
}
