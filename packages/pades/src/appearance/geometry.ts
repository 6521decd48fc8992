import { PadesError } from '../errors.ts'
import type { Box, PageGeometry } from '../pdf/pages.ts'

/** A place on a page as a reader sees it: points from the top left corner, CropBox, /Rotate and UserUnit applied. */
export type Rectangle = { page: number; x: number; y: number; width: number; height: number }

/** The same without its page. */
export type VisibleBox = Omit<Rectangle, 'page'>

/** Where a stamp goes: its box in default user space, and the upright size and turn of its appearance. */
export type Placement = { rect: Box; width: number; height: number; rotation: PageGeometry['rotation'] }

const tolerance = 0.01

/** Width and height of a page as a reader sees it, in points. */
export function visibleSize({ box, rotation, userUnit }: PageGeometry): { width: number; height: number } {
  const width = (box.x1 - box.x0) * userUnit
  const height = (box.y1 - box.y0) * userUnit
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height }
}

/** Turns what the reader sees into user space. Throws `rectangle_outside_page` when it is not wholly on the page. */
export function place(rectangle: VisibleBox, geometry: PageGeometry): Placement {
  const size = visibleSize(geometry)
  const { x, y, width, height } = rectangle
  const fits =
    x >= -tolerance && y >= -tolerance && x + width <= size.width + tolerance && y + height <= size.height + tolerance
  if (!(width > 0 && height > 0 && fits)) throw new PadesError('rectangle_outside_page', { rectangle, page: size })
  const unit = geometry.userUnit
  const a = toUser(geometry, x / unit, y / unit)
  const b = toUser(geometry, (x + width) / unit, (y + height) / unit)
  const rect = { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) }
  return { rect, width, height, rotation: geometry.rotation }
}

/** The placement of a field that already has its box. */
export function placementOf(rect: Box, geometry: PageGeometry): Placement {
  const width = (rect.x1 - rect.x0) * geometry.userUnit
  const height = (rect.y1 - rect.y0) * geometry.userUnit
  const turned = geometry.rotation === 90 || geometry.rotation === 270
  return { rect, width: turned ? height : width, height: turned ? width : height, rotation: geometry.rotation }
}

/** The other way: a box in user space as the reader sees it, without its page number. */
export function toVisible(rect: Box, { box, rotation, userUnit }: PageGeometry): VisibleBox {
  const width = (rect.x1 - rect.x0) * userUnit
  const height = (rect.y1 - rect.y0) * userUnit
  const turned = rotation === 90 || rotation === 270
  const left = { 0: rect.x0 - box.x0, 90: rect.y0 - box.y0, 180: box.x1 - rect.x1, 270: box.y1 - rect.y1 }[rotation]
  const top = { 0: box.y1 - rect.y1, 90: rect.x0 - box.x0, 180: rect.y0 - box.y0, 270: box.x1 - rect.x1 }[rotation]
  return { x: left * userUnit, y: top * userUnit, width: turned ? height : width, height: turned ? width : height }
}

/** A page turned clockwise by /Rotate shows its left edge on top, and so on (ISO 32000-2 table 31). */
function toUser({ box, rotation }: PageGeometry, x: number, y: number): { x: number; y: number } {
  if (rotation === 90) return { x: box.x0 + y, y: box.y0 + x }
  if (rotation === 180) return { x: box.x1 - x, y: box.y0 + y }
  if (rotation === 270) return { x: box.x1 - y, y: box.y1 - x }
  return { x: box.x0 + x, y: box.y1 - y }
}

/** The form matrix that turns an upright `width` × `height` stamp against the page's turn (§12.5.5 algorithm 8.1). */
export function uprightMatrix({ rotation, width, height }: Placement): number[] {
  if (rotation === 90) return [0, 1, -1, 0, height, 0]
  if (rotation === 180) return [-1, 0, 0, -1, width, height]
  if (rotation === 270) return [0, -1, 1, 0, 0, width]
  return [1, 0, 0, 1, 0, 0]
}
