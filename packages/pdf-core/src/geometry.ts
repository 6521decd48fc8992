/** Lower left and upper right corner in default user space, ordered. */
export type Box = { x0: number; y0: number; x1: number; y1: number }

/** The displayed part of a page: the CropBox inside the MediaBox, the clockwise rotation, and points per unit. */
export type PageGeometry = { box: Box; rotation: 0 | 90 | 180 | 270; userUnit: number }

/** A displayed place on a page: points from the top left corner, CropBox, /Rotate and UserUnit applied. */
export type VisibleBox = { x: number; y: number; width: number; height: number }

/** Displayed width and height of a page, in points. */
export function visibleSize({ box, rotation, userUnit }: PageGeometry): { width: number; height: number } {
  return turned((box.x1 - box.x0) * userUnit, (box.y1 - box.y0) * userUnit, rotation)
}

/** Displayed width and height of a box, in points. */
export function visibleSizeOf(
  rect: Box,
  { rotation, userUnit }: Omit<PageGeometry, 'box'>,
): { width: number; height: number } {
  return turned((rect.x1 - rect.x0) * userUnit, (rect.y1 - rect.y0) * userUnit, rotation)
}

function turned(across: number, down: number, rotation: PageGeometry['rotation']): { width: number; height: number } {
  return rotation === 90 || rotation === 270 ? { width: down, height: across } : { width: across, height: down }
}

/** A displayed place in user space. */
export function toUserSpace(geometry: PageGeometry, { x, y, width, height }: VisibleBox): Box {
  const unit = geometry.userUnit
  const a = userPoint(geometry, x / unit, y / unit)
  const b = userPoint(geometry, (x + width) / unit, (y + height) / unit)
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) }
}

/** /Rotate turns a page clockwise: at 90 its left edge is displayed on top (ISO 32000-2 table 31). */
function userPoint({ box, rotation }: PageGeometry, x: number, y: number): { x: number; y: number } {
  if (rotation === 90) return { x: box.x0 + y, y: box.y0 + x }
  if (rotation === 180) return { x: box.x1 - x, y: box.y0 + y }
  if (rotation === 270) return { x: box.x1 - y, y: box.y1 - x }
  return { x: box.x0 + x, y: box.y1 - y }
}

/** The inverse of `toUserSpace`. */
export function toVisible(rect: Box, geometry: PageGeometry): VisibleBox {
  const { box, rotation, userUnit } = geometry
  const left = { 0: rect.x0 - box.x0, 90: rect.y0 - box.y0, 180: box.x1 - rect.x1, 270: box.y1 - rect.y1 }[rotation]
  const top = { 0: box.y1 - rect.y1, 90: rect.x0 - box.x0, 180: rect.y0 - box.y0, 270: box.x1 - rect.x1 }[rotation]
  return { x: left * userUnit, y: top * userUnit, ...visibleSizeOf(rect, geometry) }
}

/** Matrix of an upright form of `width` × `height` on a page with this rotation (ISO 32000-2 §12.5.5). */
export function uprightMatrix(rotation: PageGeometry['rotation'], width: number, height: number): number[] {
  if (rotation === 90) return [0, 1, -1, 0, height, 0]
  if (rotation === 180) return [-1, 0, 0, -1, width, height]
  if (rotation === 270) return [0, -1, 1, 0, 0, width]
  return [1, 0, 0, 1, 0, 0]
}
