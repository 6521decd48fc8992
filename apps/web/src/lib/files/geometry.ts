import type { Position } from '@foja/contracts/common'

/** A rectangle on a page in points of 1/72 inch, origin at the top left of the page as it is read. */
export type Rect = Pick<Position, 'x' | 'y' | 'width' | 'height'>
export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

/** The eight places to pull a rectangle by, as points of the compass. */
export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof handles)[number]

/** The smallest signature that can be read: a line of 5 pt beside its QR. The API asks for 20 × 10 at least. */
export const minimumSize: Size = { width: 48, height: 24 }
/** The size of a signature that is placed by a tap instead of being drawn. */
export const defaultSize: Size = { width: 176, height: 69 }

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high))
const round = (value: number) => Math.round(value * 100) / 100

const rounded = (rect: Rect): Rect => ({
  x: round(rect.x),
  y: round(rect.y),
  width: round(rect.width),
  height: round(rect.height),
})

/** A point in the window (CSS pixels) as a point of the page; `box` is where the page's image stands in the window. */
export function toPagePoint(client: Point, box: { left: number; top: number } & Size, page: Size): Point {
  return {
    x: round(((client.x - box.left) / box.width) * page.width),
    y: round(((client.y - box.top) / box.height) * page.height),
  }
}

/** Where a rectangle stands on the page's image, in per cent, so that it holds at every zoom. */
export function toPercent(rect: Rect, page: Size) {
  return {
    left: (rect.x / page.width) * 100,
    top: (rect.y / page.height) * 100,
    width: (rect.width / page.width) * 100,
    height: (rect.height / page.height) * 100,
  }
}

/** Keeps a rectangle whole inside its page, moving it rather than shrinking it where it can. */
export function keepInside(rect: Rect, page: Size, minimum: Size = minimumSize): Rect {
  const width = clamp(rect.width, Math.min(minimum.width, page.width), page.width)
  const height = clamp(rect.height, Math.min(minimum.height, page.height), page.height)
  return rounded({ x: clamp(rect.x, 0, page.width - width), y: clamp(rect.y, 0, page.height - height), width, height })
}

/** The rectangle between two corners, in whatever direction it was drawn, not smaller than the minimum. */
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

/** A rectangle of the default size round a point: a tap. */
export function around(point: Point, page: Size): Rect {
  const { width, height } = defaultSize
  return keepInside({ x: point.x - width / 2, y: point.y - height / 2, width, height }, page)
}

export function move(rect: Rect, by: Point, page: Size): Rect {
  return keepInside({ ...rect, x: rect.x + by.x, y: rect.y + by.y }, page)
}

/** Pulls one handle by so many points; the opposite side stays where it is. */
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

/** How far an arrow key moves, in steps: ten times as far with the shift key. */
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

/** A drag shorter than this on both axes, in points, is a tap. */
export const isTap = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < 4 && Math.abs(a.y - b.y) < 4
