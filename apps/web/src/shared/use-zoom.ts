import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { toPercent, type Point, type Rect, type Size } from '../lib/files/geometry.ts'

/** CSS pixels per PDF point at 100 %. */
export const pixelsPerPoint = 96 / 72
const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
const [least, most] = [0.25, 4]

/** `auto`: fit the width, at most 100 %, until the user chooses; `width` and `page`: fit; a number: zoom factor. */
type Mode = 'auto' | 'width' | 'page' | number

/** A point of a page, as fractions of its size, and its fixed position in the window. */
type Anchor = { page: Element; x: number; y: number; at: Point }

function anchorAt(element: HTMLElement, at: Point): Anchor | null {
  const pages = Array.from(element.querySelectorAll('[data-page]'))
  const page = pages.findLast((one) => one.getBoundingClientRect().top <= at.y) ?? pages[0]
  if (page === undefined) return null
  const box = page.getBoundingClientRect()
  return { page, x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height, at }
}

/** The zoom of the pages. The point `at`, by default the centre, keeps its position. */
export function useZoom(container: RefObject<HTMLElement | null>, widest: Size, begin: Mode = 'auto') {
  const [mode, setMode] = useState<Mode>(begin)
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  const anchor = useRef<Anchor | null>(null)
  const [shown, setShown] = useState(0)

  // Measured again when the pages arrive, because their scroll bar takes space; before they are painted.
  useLayoutEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- see above
  }, [container, widest.width])

  // The padding of the reader, which is smaller on phones.
  const margin = window.innerWidth < 768 ? 24 : 64
  const unknown = room.width === 0 || widest.width === 0
  const wide = unknown ? 1 : (room.width - margin) / (widest.width * pixelsPerPoint)
  const high = unknown ? 1 : (room.height - 40) / (widest.height * pixelsPerPoint)
  const fits = { auto: Math.min(1, wide), width: wide, page: Math.min(wide, high) }
  const zoom = Math.min(most, Math.max(least / 2, typeof mode === 'number' ? mode : fits[mode]))

  const change = useCallback(
    (next: Mode, at?: Point) => {
      const element = container.current
      if (element !== null) {
        const box = element.getBoundingClientRect()
        anchor.current = anchorAt(element, at ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 })
      }
      setMode(next)
    },
    [container],
  )
  useLayoutEffect(() => {
    const [element, fixed] = [container.current, anchor.current]
    anchor.current = null
    if (element === null || fixed === null) return
    const box = fixed.page.getBoundingClientRect()
    element.scrollTop += box.top + fixed.y * box.height - fixed.at.y
    element.scrollLeft += box.left + fixed.x * box.width - fixed.at.x
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the pages have another size
  }, [container, zoom, shown])

  const zoomTo = useCallback(
    (value: number, at?: Point) => change(Math.min(most, Math.max(least, value)), at),
    [change],
  )
  /** Zooms until `rect` of a page, in points, is `width` pixels wide, and centres it at `at`. */
  const show = useCallback(
    ({ page, ...size }: { page: number } & Size, rect: Rect, width: number, at: Point) => {
      const element = container.current?.querySelector(`[data-page="${page}"]`) ?? null
      if (element === null) return
      const box = toPercent(rect, size)
      anchor.current = { page: element, x: (box.left + box.width / 2) / 100, y: (box.top + box.height / 2) / 100, at }
      setMode(Math.min(most, Math.max(least, width / (rect.width * pixelsPerPoint))))
      setShown((count) => count + 1)
    },
    [container],
  )
  return {
    zoom,
    mode,
    zoomTo,
    show,
    zoomIn: () => zoomTo(steps.find((step) => step > zoom + 0.01) ?? most),
    zoomOut: () => zoomTo(steps.findLast((step) => step < zoom - 0.01) ?? least),
    fit: () => change('width'),
    fitPage: () => change('page'),
    scale: zoom * pixelsPerPoint,
  }
}

export type Zoom = ReturnType<typeof useZoom>
