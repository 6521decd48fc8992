import type { Rect, Size } from '../../lib/files/geometry.ts'

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
