import type { Position } from '@foja/contracts/common'

/** A rectangle in points of 1/72 inch, with the origin at the top left of the page as displayed. */
export type Rect = Pick<Position, 'x' | 'y' | 'width' | 'height'>
export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

/** The eight resize handles, named by compass directions. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** The smallest readable signature: a line of 5 pt beside its QR code. The API requires 20 × 10. */
export const minimumSize: Size = { width: 48, height: 24 }
/** The size of a signature placed by a tap. */
export const defaultSize: Size = { width: 176, height: 69 }

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high))
const round = (value: number) => Math.round(value * 100) / 100

const rounded = (rect: Rect): Rect => ({
  x: round(rect.x),
  y: round(rect.y),
  width: round(rect.width),
  height: round(rect.height),
})

/** Converts window coordinates (CSS pixels) to page points; `box` is the position of the page image in the window. */
export function toPagePoint(client: Point, box: { left: number; top: number } & Size, page: Size): Point {
  return {
    x: round(((client.x - box.left) / box.width) * page.width),
    y: round(((client.y - box.top) / box.height) * page.height),
  }
}

/** A rectangle in per cent of the page, independent of zoom. */
export function toPercent(rect: Rect, page: Size) {
  return {
    left: (rect.x / page.width) * 100,
    top: (rect.y / page.height) * 100,
    width: (rect.width / page.width) * 100,
    height: (rect.height / page.height) * 100,
  }
}

/** Keeps a rectangle inside its page, by moving it if possible, else by shrinking it. */
export function keepInside(rect: Rect, page: Size, minimum: Size = minimumSize): Rect {
  const width = clamp(rect.width, Math.min(minimum.width, page.width), page.width)
  const height = clamp(rect.height, Math.min(minimum.height, page.height), page.height)
  return rounded({ x: clamp(rect.x, 0, page.width - width), y: clamp(rect.y, 0, page.height - height), width, height })
}

/** The rectangle between two corners in any direction, at least of the minimum size. */
export function fromCorners(a: Point, b: Point, page: Size): Rect {
  const inside = (point: Point) => ({ x: clamp(point.x, 0, page.width), y: clamp(point.y, 0, page.height) })
  const [from, to] = [inside(a), inside(b)]
  const width = Math.max(Math.abs(to.x - from.x), minimumSize.width)
  const height = Math.max(Math.abs(to.y - from.y), minimumSize.height)
  return keepInside(
    { x: to.x < from.x ? from.x - width : from.x, y: to.y < from.y ? from.y - height : from.y, width, height },
    page,
  )
}

/** A rectangle of the default size around a point. */
export function around(point: Point, page: Size): Rect {
  const { width, height } = defaultSize
  return keepInside({ x: point.x - width / 2, y: point.y - height / 2, width, height }, page)
}

export function move(rect: Rect, by: Point, page: Size): Rect {
  return keepInside({ ...rect, x: rect.x + by.x, y: rect.y + by.y }, page)
}

/** Moves one handle by a distance; the opposite side stays. */
export function resize(rect: Rect, handle: Handle, by: Point, page: Size, minimum: Size = minimumSize): Rect {
  const { width: minWidth, height: minHeight } = minimum
  let left = rect.x
  let top = rect.y
  let right = rect.x + rect.width
  let bottom = rect.y + rect.height
  if (handle.includes('w')) left = clamp(left + by.x, 0, right - minWidth)
  if (handle.includes('e')) right = clamp(right + by.x, left + minWidth, page.width)
  if (handle.includes('n')) top = clamp(top + by.y, 0, bottom - minHeight)
  if (handle.includes('s')) bottom = clamp(bottom + by.y, top + minHeight, page.height)
  return rounded({ x: left, y: top, width: right - left, height: bottom - top })
}

/** The step of an arrow key; ten times as far with Shift. */
export function arrowStep({ key, shiftKey }: { key: string; shiftKey: boolean }): Point | undefined {
  const arrow = arrows[key]
  const step = shiftKey ? 10 : 1
  return arrow === undefined ? undefined : { x: arrow.x * step, y: arrow.y * step }
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A drag shorter than this on both axes, in points, counts as a tap. */
export const isTap = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < 4 && Math.abs(a.y - b.y) < 4
