import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { ResizeHandles } from '../../../shared/resize-handles.tsx'
import { usePlacementTexts } from '../texts/placement.ts'
import {
  arrowStep,
  keepInside,
  move,
  resize,
  toPercent,
  type Handle,
  type Point,
  type Rect,
  type Size,
} from '../../../lib/files/geometry.ts'
import { cn } from '../../../ui/cn.ts'

type Props = {
  rect: Rect
  page: Size
  label: string
  disabled?: boolean
  /** One of several, and not the chosen one: without handles. */
  resting?: boolean
  /** After its size: a button. */
  tag?: ReactNode
  /** Position of the pointer in page points. */
  toPage: (event: PointerEvent) => Point
  /** Called before a drag, to record the undo step. */
  onBegin: () => void
  onPreview: (rect: Rect) => void
  onCommit: (rect: Rect | null) => void
  children: ReactNode
}

type Drag = { from: Point; rect: Rect; handle: Handle | null; moved: boolean }

/**
 * The rectangle of the signature: can be moved, resized by its handles, or changed with the keyboard. Shows its size in
 * points. In an element of the class `signer` it has the signer's colour.
 */
export function PlacementBox(props: Props) {
  const { rect, page, label, disabled = false, resting = false, tag } = props
  const { toPage, onBegin, onPreview, onCommit, children } = props
  const texts = usePlacementTexts()
  const drag = useRef<Drag | null>(null)
  const { left, top, width, height } = toPercent(rect, page)

  // A second finger anywhere: the page is pinched, and the stamp stays where it was.
  const pinch = useEffectEvent((event: globalThis.PointerEvent) => {
    if (event.isPrimary || drag.current === null) return
    if (drag.current.moved) onPreview(drag.current.rect)
    drag.current = null
  })
  useEffect(() => {
    const listen = (event: globalThis.PointerEvent) => pinch(event)
    window.addEventListener('pointerdown', listen, true)
    return () => window.removeEventListener('pointerdown', listen, true)
  }, [])

  const down = (handle: Handle | null) => (event: PointerEvent<HTMLElement>) => {
    if (disabled || !event.isPrimary || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: toPage(event), rect, handle, moved: false }
  }
  const pull = (event: PointerEvent) => {
    const state = drag.current
    if (state === null) return
    event.stopPropagation()
    const now = toPage(event)
    const by = { x: now.x - state.from.x, y: now.y - state.from.y }
    if (!state.moved && Math.abs(by.x) < 1 && Math.abs(by.y) < 1) return
    if (!state.moved) onBegin()
    state.moved = true
    onPreview(state.handle === null ? move(state.rect, by, page) : resize(state.rect, state.handle, by, page))
  }
  const end = (event: PointerEvent) => {
    event.stopPropagation()
    drag.current = null
  }

  const key = (event: KeyboardEvent) => {
    // The button in it has keys of its own.
    if (disabled || event.target !== event.currentTarget) return
    if (event.key === 'Escape' || event.key === 'Delete') {
      event.preventDefault()
      return onCommit(null)
    }
    const by = arrowStep(event)
    if (by === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onCommit(
      event.altKey
        ? keepInside({ ...rect, width: rect.width + by.x, height: rect.height + by.y }, page)
        : move(rect, by, page),
    )
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- ARIA has no role for a movable box
    <div
      role="application"
      aria-roledescription={texts.boxRole}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- global in ARIA 1.3
      aria-description={texts.boxKeys}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the box can be moved with the keyboard
      tabIndex={disabled ? -1 : 0}
      data-mode="light"
      onPointerDown={down(null)}
      onPointerMove={pull}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={key}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
      className={cn(
        'absolute touch-none scroll-my-18 border-[1.5px] border-[color:var(--signer,var(--gold-ink))] bg-[color:var(--signer-soft,#fff7e9d9)] text-ink',
        !disabled && 'cursor-move',
        resting ? 'rounded-sm border-dashed' : 'z-1',
      )}
    >
      <div className="size-full overflow-hidden">{children}</div>
      {!disabled && !resting && (
        <>
          <span className="pointer-events-none absolute right-0 bottom-[calc(100%+0.5rem)] flex h-6 items-center rounded-md bg-float px-2 text-meta font-medium whitespace-nowrap text-on-dark figures">
            <span aria-hidden>
              {Math.round(rect.width)} × {Math.round(rect.height)} pt
            </span>
            {tag}
          </span>
          <ResizeHandles
            corners
            on={(handle) => ({
              onPointerDown: down(handle),
              onPointerMove: pull,
              onPointerUp: end,
              onPointerCancel: end,
            })}
          />
        </>
      )}
    </div>
  )
}
