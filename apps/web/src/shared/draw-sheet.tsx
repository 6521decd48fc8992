import SignaturePad from 'signature_pad'
import { useEffect, useRef } from 'react'
import type { Rect, Size } from '../lib/files/geometry.ts'

type Stroke = { points: readonly { x: number; y: number }[] }

/** Margin around the ink: several pen widths. */
const margin = 8

/** The box around the strokes, so that a small drawing fills its stamp; null without strokes. */
export function inkBox(strokes: readonly Stroke[], sheet: Size): Rect | null {
  const points = strokes.flatMap((stroke) => stroke.points)
  if (points.length === 0) return null
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const left = Math.max(0, Math.min(...xs) - margin)
  const top = Math.max(0, Math.min(...ys) - margin)
  const right = Math.min(sheet.width, Math.max(...xs) + margin)
  const bottom = Math.min(sheet.height, Math.max(...ys) + margin)
  return right <= left || bottom <= top ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Pixel density that keeps strokes smooth in print. */
const density = 3

export type Drawn = {
  clear: () => void
  /** The strokes with a small margin; null if there are none. */
  picture: () => HTMLCanvasElement | null
}
type Props = { label: string; onSheet: (sheet: Drawn) => void; onStroke: () => void }

/** Matches the canvas to the size of the sheet. A rotated phone changes the size and keeps the strokes. */
function fit(element: HTMLCanvasElement, pad: SignaturePad) {
  const [width, height] = [element.offsetWidth * density, element.offsetHeight * density]
  if (element.width === width && element.height === height) return
  // On a narrower sheet the strokes are scaled down to stay inside.
  const scale = Math.min(1, width / element.width)
  const smaller = <T extends { x: number; y: number }>(point: T): T => ({
    ...point,
    x: point.x * scale,
    y: point.y * scale,
  })
  const strokes = pad.toData().map((stroke) => ({ ...stroke, points: stroke.points.map(smaller) }))
  element.width = width
  element.height = height
  element.getContext('2d')?.scale(density, density)
  pad.clear()
  pad.fromData(strokes)
}

function cut(element: HTMLCanvasElement, pad: SignaturePad): HTMLCanvasElement | null {
  const box = inkBox(pad.toData(), { width: element.offsetWidth, height: element.offsetHeight })
  if (box === null) return null
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((side) => Math.round(side * density)) as [
    number,
    number,
    number,
    number,
  ]
  const picture = document.createElement('canvas')
  picture.width = width
  picture.height = height
  picture.getContext('2d')?.drawImage(element, x, y, width, height, 0, 0, width, height)
  return picture
}

/** A sheet to draw a signature on by finger, pen or mouse. `label`: its name. */
export function DrawSheet({ label, onSheet, onStroke }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latestOnStroke = useRef(onStroke)
  useEffect(() => {
    latestOnStroke.current = onStroke
  }, [onStroke])
  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const pad = new SignaturePad(element, { penColor: '#16243a', minWidth: 0.8, maxWidth: 2.6 })
    fit(element, pad)
    const turned = new ResizeObserver(() => fit(element, pad))
    turned.observe(element)
    const end = () => latestOnStroke.current()
    pad.addEventListener('endStroke', end)
    onSheet({ clear: () => pad.clear(), picture: () => cut(element, pad) })
    return () => {
      turned.disconnect()
      pad.removeEventListener('endStroke', end)
      pad.off()
    }
  }, [onSheet])
  return (
    // White in both colour modes, like the page that will carry the drawing.
    <div className="relative overflow-hidden rounded-lg border border-control bg-white">
      <canvas ref={canvas} aria-label={label} role="img" className="block h-56 w-full touch-none" />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-8 bottom-14 border-b border-dashed border-[#9aa5b1]"
      />
    </div>
  )
}
