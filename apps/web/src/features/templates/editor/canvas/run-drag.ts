import type { Point } from '../../../../lib/files/geometry.ts'

/** Pointer position and modifier keys. */
export type DragPoint = { client: Point; shift: boolean; free: boolean }

/** Callbacks of a drag. It begins after the pointer has moved past the threshold; before that it is a press. */
export type Drag = {
  begin: () => void
  move: (at: DragPoint) => void
  drop: () => void
  cancel: () => void
  /** The pointer was released without a drag. */
  press?: () => void
}

/** Distance in CSS pixels before a drag begins; a finger is less precise. */
const threshold = { mouse: 3, touch: 8 }
/** Distance in CSS pixels from the edge where auto-scrolling starts, and its speed per frame. */
const [edge, speed] = [32, 14]

const pointOf = (event: PointerEvent): DragPoint => ({
  client: { x: event.clientX, y: event.clientY },
  shift: event.shiftKey,
  free: event.ctrlKey || event.metaKey,
})

/** The scroll distance for a pointer at this height. */
function scrollBy(scroller: HTMLElement, y: number): number {
  const { top, bottom } = scroller.getBoundingClientRect()
  if (y < top + edge) return -speed
  return y > bottom - edge ? speed : 0
}

/**
 * Follows a pointer from press to release, with at most one update per frame and no React render before the drop.
 * Escape cancels.
 */
export function runDrag(start: PointerEvent, target: Element, scroller: HTMLElement, drag: Drag): void {
  const end = new AbortController()
  const { signal } = end
  const from = pointOf(start).client
  const far = start.pointerType === 'touch' ? threshold.touch : threshold.mouse
  let last: DragPoint = pointOf(start)
  let began = false
  let frame = 0

  const draw = () => {
    frame = 0
    const by = scrollBy(scroller, last.client.y)
    const before = scroller.scrollTop
    if (by !== 0) scroller.scrollTop += by
    drag.move(last)
    if (scroller.scrollTop !== before) ask()
  }
  const ask = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const finish = (how: 'drop' | 'cancel') => {
    end.abort()
    if (frame !== 0) cancelAnimationFrame(frame)
    if (!began) return how === 'drop' ? drag.press?.() : undefined
    if (how === 'drop') drag.move(last)
    drag[how]()
  }

  target.setPointerCapture(start.pointerId)
  const mine = (listener: (event: PointerEvent) => void) => (event: Event) => {
    if (event instanceof PointerEvent && event.pointerId !== start.pointerId) return
    listener(event as PointerEvent)
  }
  target.addEventListener(
    'pointermove',
    mine((event) => {
      last = pointOf(event)
      if (!began && Math.hypot(last.client.x - from.x, last.client.y - from.y) < far) return
      if (!began) drag.begin()
      began = true
      ask()
    }),
    { signal },
  )
  target.addEventListener(
    'pointerup',
    mine((event) => {
      last = pointOf(event)
      finish('drop')
    }),
    { signal },
  )
  // The browser took over the pointer, for scrolling or a second finger.
  target.addEventListener(
    'pointercancel',
    mine(() => finish('cancel')),
    { signal },
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !began) return
      event.preventDefault()
      event.stopPropagation()
      finish('cancel')
    },
    { signal, capture: true },
  )
}
