import type { Handle, Rect, Size } from '../../../../lib/files/geometry.ts'
import { along, hundredth, lengthOf, middleOf, near, type Axis } from './axis.ts'
import { smallestField } from './document.ts'
import { gapStarts, distanceGuides, equalGapGuides, lineGuides, type Edge, type Guide } from './guides.ts'

export type SnapOptions = {
  /** Grid spacing in points; 0 without a grid. */
  grid: number
  /** Snap to edges and gaps of other fields and to the middle of the page. */
  neighbours: boolean
  /** Snapping distance in points. */
  reach: number
}

export type Snapped = { rect: Rect; guides: Guide[] }

/** The other fields of the page, and its size. */
export type Surroundings = { others: readonly Rect[]; page: Size }

/** The nearest position within reach. */
function nearest(places: readonly number[], from: number, reach: number): number | undefined {
  let best: number | undefined
  for (const place of places) {
    const distance = Math.abs(place - from)
    if (distance <= reach && (best === undefined || distance < Math.abs(best - from))) best = place
  }
  return best
}

/** Rounds to whole points or the grid; an unmoved axis keeps its fraction. */
function rounded(before: number, now: number, grid: number): number {
  if (near(before, now)) return before
  return grid > 0 ? Math.round(now / grid) * grid : before + Math.round(now - before)
}

/** Start positions along an axis at which the rectangle is aligned with something. */
function alignedStarts(axis: Axis, size: number, { others, page }: Surroundings): number[] {
  const middle = lengthOf(page, axis) / 2 - size / 2
  return others.reduce<number[]>(
    (starts, other) => {
      const span = along(other, axis)
      starts.push(span.start, span.end, span.start - size, span.end - size, middleOf(span) - size / 2)
      return starts
    },
    [middle],
  )
}

const allEdges: readonly Edge[] = ['start', 'middle', 'end']

/** Snaps a rectangle that moved from `before` to `now`. */
export function snapMove(before: Rect, now: Rect, around: Surroundings, options: SnapOptions): Snapped {
  const { others, page } = around
  const snapped: Axis[] = []
  const place = (axis: Axis): number => {
    const { start, end } = along(now, axis)
    const most = lengthOf(page, axis) - (end - start)
    if (options.neighbours) {
      const places = [...alignedStarts(axis, end - start, around), ...gapStarts(axis, now, others)]
      const found = nearest(
        places.filter((one) => one >= 0 && one <= most),
        start,
        options.reach,
      )
      if (found !== undefined) {
        snapped.push(axis)
        return hundredth(found)
      }
    }
    const free = rounded(along(before, axis).start, start, options.grid)
    return hundredth(Math.min(Math.max(free, 0), Math.max(0, most)))
  }
  const rect = { ...now, x: place('x'), y: place('y') }
  const gaps = snapped.flatMap((axis) => equalGapGuides(axis, rect, others))
  const lines = snapped.flatMap((axis) => lineGuides(axis, allEdges, rect, others, page))
  const distances = snapped.flatMap((axis) => distanceGuides(axis, allEdges, rect, others))
  // Equal gaps are more useful than the nearest distance on the same axis.
  const further = distances.filter((distance) => !gaps.some(({ axis }) => axis === distance.axis))
  return { rect, guides: [...lines, ...gaps, ...further] }
}

/** Snaps the sides that the handle moves. */
export function snapResize(
  now: Rect,
  handle: Handle,
  around: Surroundings,
  options: SnapOptions,
  smallest: Size = smallestField,
): Snapped {
  const { others, page } = around
  const guides: Guide[] = []
  const sides = { x: along(now, 'x'), y: along(now, 'y') }
  const moved = { x: { w: 'start', e: 'end' }, y: { n: 'start', s: 'end' } } as const
  const snapped: [Axis, Edge][] = []
  for (const axis of ['x', 'y'] as const) {
    const [, side] = Object.entries(moved[axis]).find(([letter]) => handle.includes(letter)) ?? []
    if (side === undefined) continue
    const span = sides[axis]
    const least = lengthOf(smallest, axis)
    const [low, high] = side === 'start' ? [0, span.end - least] : [span.start + least, lengthOf(page, axis)]
    const fits = (at: number) => at >= low && at <= high
    const lines = options.neighbours ? others.flatMap((other) => Object.values(along(other, axis))).filter(fits) : []
    const found = nearest(lines, span[side], options.reach)
    const free = options.grid > 0 ? Math.round(span[side] / options.grid) * options.grid : Math.round(span[side])
    if (found !== undefined) snapped.push([axis, side])
    sides[axis] = { ...span, [side]: found ?? (fits(free) ? free : span[side]) }
  }
  const { x, y } = sides
  const rect = {
    x: hundredth(x.start),
    y: hundredth(y.start),
    width: hundredth(x.end - x.start),
    height: hundredth(y.end - y.start),
  }
  for (const [axis, side] of snapped) guides.push(...lineGuides(axis, [side], rect, others, page))
  return { rect, guides }
}
