import type { Rect, Size } from '../../lib/files/geometry.ts'

type Stroke = { points: readonly { x: number; y: number }[] }

/** As much white round the ink as a pen is wide, several times over. */
const margin = 8

/** The part of a sheet that the strokes fill, so that a small drawing does not stand lost in its stamp; null of none. */
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
