import { useRef, type PointerEvent, type ReactNode } from 'react'
import { usePlacementTexts } from '../texts/placement.ts'
import {
  around,
  fromCorners,
  isTap,
  toPagePoint,
  type Point,
  type Rect,
  type Size,
} from '../../../lib/files/geometry.ts'
import type { Placed, Placement } from '../use-placement.ts'
import { PlacementBox } from './placement-box.tsx'

type Props = {
  page: { page: number } & Size
  placement: Pick<Placement, 'placed' | 'begin' | 'preview' | 'commit'>
  /** Preview of the signature in the rectangle. */
  preview?: (rect: Rect) => ReactNode
  disabled?: boolean
  /** A finger has placed the stamp. */
  onTap?: ((placed: Placed) => void) | undefined
}

/**
 * Overlay of a page. Dragging with mouse or pen draws the rectangle; a click or tap places one of the default size.
 * Dragging with a finger still scrolls the page.
 */
export function PlacementLayer({ page, placement, preview, disabled = false, onTap }: Props) {
  const texts = usePlacementTexts()
  const layer = useRef<HTMLDivElement>(null)
  const start = useRef<Point | null>(null)
  const { placed } = placement

  const at = (event: PointerEvent): Point => {
    const box = layer.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 }
    return toPagePoint({ x: event.clientX, y: event.clientY }, box, page)
  }

  const down = (event: PointerEvent<HTMLDivElement>) => {
    // A second finger: the page is pinched.
    if (!event.isPrimary) start.current = null
    if (disabled || !event.isPrimary || event.button !== 0 || event.target !== event.currentTarget) return
    start.current = at(event)
    if (event.pointerType === 'touch') return
    event.currentTarget.setPointerCapture(event.pointerId)
    placement.begin()
  }
  const drag = (event: PointerEvent) => {
    if (start.current === null || event.pointerType === 'touch') return
    const point = at(event)
    if (!isTap(start.current, point)) {
      placement.preview({ page: page.page, rect: fromCorners(start.current, point, page) })
    }
  }
  const up = (event: PointerEvent) => {
    const from = start.current
    start.current = null
    if (from === null) return
    const point = at(event)
    if (!isTap(from, point)) return
    const tapped = { page: page.page, rect: around(point, page) }
    if (event.pointerType !== 'touch') return placement.preview(tapped)
    placement.commit(tapped)
    onTap?.(tapped)
  }

  return (
    <div
      ref={layer}
      data-testid={`placement-${page.page}`}
      className={disabled ? 'absolute inset-0' : 'absolute inset-0 cursor-crosshair'}
      onPointerDown={down}
      onPointerMove={drag}
      onPointerUp={up}
      onPointerCancel={() => {
        start.current = null
      }}
    >
      {placed?.page === page.page && (
        <PlacementBox
          rect={placed.rect}
          page={page}
          label={texts.boxLabel(
            Math.round(placed.rect.width),
            Math.round(placed.rect.height),
            Math.round(placed.rect.x),
            Math.round(placed.rect.y),
          )}
          disabled={disabled}
          toPage={at}
          onBegin={placement.begin}
          onPreview={(rect) => placement.preview({ page: page.page, rect })}
          onCommit={(rect) => placement.commit(rect === null ? null : { page: page.page, rect })}
        >
          {preview?.(placed.rect)}
        </PlacementBox>
      )}
    </div>
  )
}
