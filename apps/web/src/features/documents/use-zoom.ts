import { useCallback, useEffect, useState, type RefObject } from 'react'

/** CSS pixels in a PDF point at 100 %. */
export const pixelsPerPoint = 96 / 72
const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** How large the pages are drawn: as wide as the reader lets them, at most 100 %, until the person chooses. */
export function useZoom(container: RefObject<HTMLElement | null>, widestPage: number) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [room, setRoom] = useState(0)

  // The reader is measured again when its pages arrive: their scroll bar takes room.
  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    const measure = () => setRoom(element.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- see above
  }, [container, widestPage])

  const margin = room < 768 ? 24 : 64
  const fit = room === 0 || widestPage === 0 ? 1 : Math.min(1, (room - margin) / (widestPage * pixelsPerPoint))
  const zoom = chosen ?? fit
  const zoomIn = useCallback(() => setChosen(steps.find((step) => step > zoom + 0.01) ?? 3), [zoom])
  const zoomOut = useCallback(() => setChosen(steps.findLast((step) => step < zoom - 0.01) ?? 0.25), [zoom])
  return { zoom, zoomIn, zoomOut, fit: () => setChosen(null), scale: zoom * pixelsPerPoint }
}

export type Zoom = ReturnType<typeof useZoom>
