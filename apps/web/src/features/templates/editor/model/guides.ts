import type { Rect, Size } from '../../../../lib/files/geometry.ts'
import { across, along, hundredth, lengthOf, middleOf, near, type Axis, type Span, overlap } from './axis.ts'

/** A distance between two neighbouring fields. */
type Gap = { from: number; to: number }

const sizeOf = ({ from, to }: Gap) => to - from
/** Smaller gaps count as touching. */
const least = 1

/** The spans of rectangles in the same row (or column), in order. */
function rowOf(axis: Axis, rect: Rect, others: readonly Rect[]): Span[] {
  const band = along(rect, across(axis))
  return others
    .filter((other) => overlap(along(other, across(axis)), band))
    .map((other) => along(other, axis))
    .sort((a, b) => a.start - b.start)
}

/** Positions along an axis at which the rectangle would repeat a gap of its neighbours. */
export function gapStarts(axis: Axis, rect: Rect, others: readonly Rect[]): number[] {
  const row = rowOf(axis, rect, others)
  const { start, end } = along(rect, axis)
  const size = end - start
  return row.slice(1).flatMap((after, at) => {
    const before = row[at]
    const gap = before === undefined ? 0 : after.start - before.end
    if (before === undefined || gap < least) return []
    const between = gap - size >= 2 * least ? [before.end + (gap - size) / 2] : []
    return [after.end + gap, before.start - gap - size, ...between]
  })
}

/** The two equal gaps at the rectangle's position: on both sides, or one of them beside a neighbour. */
function equalGaps(axis: Axis, rect: Rect, others: readonly Rect[]): Gap[] {
  const own = along(rect, axis)
  const row = rowOf(axis, rect, others).filter((span) => !overlap(span, own))
  const left = row.filter(({ end }) => end <= own.start).sort((a, b) => b.end - a.end)
  const right = row.filter(({ start }) => start >= own.end)
  const gap = (a: Span | undefined, b: Span | undefined): Gap | undefined =>
    a === undefined || b === undefined || b.start - a.end < least ? undefined : { from: a.end, to: b.start }
  const [toLeft, toRight] = [gap(left[0], own), gap(own, right[0])]
  const pairs: [Gap | undefined, Gap | undefined][] = [
    [toLeft, toRight],
    [gap(left[1], left[0]), toLeft],
    [toRight, gap(right[0], right[1])],
  ]
  for (const [a, b] of pairs) if (a !== undefined && b !== undefined && near(sizeOf(a), sizeOf(b))) return [a, b]
  return []
}

/**
 * What a drag shows while it snaps, in points of the page. `line`: across the axis at `at`, from `from` to `to`. `gap`:
 * along the axis from `from` to `to`, drawn at `at`.
 */
export type Guide = { kind: 'line' | 'gap'; axis: Axis; at: number; from: number; to: number }

/** The part of a span that snaps: start, end or middle. */
export type Edge = 'start' | 'middle' | 'end'

const placeOf = (span: Span, edge: Edge): number => (edge === 'middle' ? middleOf(span) : span[edge])

/**
 * True if the other span has a matching edge at this position: start and end match each other, middle matches middle.
 */
const standsAt = (other: Span, edge: Edge, at: number): boolean =>
  edge === 'middle' ? near(middleOf(other), at) : near(other.start, at) || near(other.end, at)

/** The guide through one edge of the rectangle, as long as everything it aligns; undefined if nothing. */
function lineAt(axis: Axis, edge: Edge, rect: Rect, others: readonly Rect[], page: Size): Guide | undefined {
  const at = placeOf(along(rect, axis), edge)
  const way = across(axis)
  const joined = others.filter((other) => standsAt(along(other, axis), edge, at)).map((other) => along(other, way))
  const middle = edge === 'middle' && near(at, lengthOf(page, axis) / 2)
  if (middle) return { kind: 'line', axis, at: hundredth(at), from: 0, to: lengthOf(page, way) }
  if (joined.length === 0) return undefined
  const own = along(rect, way)
  return {
    kind: 'line',
    axis,
    at: hundredth(at),
    from: Math.min(own.start, ...joined.map(({ start }) => start)),
    to: Math.max(own.end, ...joined.map(({ end }) => end)),
  }
}

export function lineGuides(
  axis: Axis,
  edges: readonly Edge[],
  rect: Rect,
  others: readonly Rect[],
  page: Size,
): Guide[] {
  const lines = edges.map((edge) => ({ edge, line: lineAt(axis, edge, rect, others, page) }))
  // Two guides at both ends make a third in the middle redundant.
  const ends = lines.filter(({ edge, line }) => edge !== 'middle' && line !== undefined).length === 2
  return lines.flatMap(({ edge, line }) => (line === undefined || (ends && edge === 'middle') ? [] : line))
}

const gapGuide = (axis: Axis, rect: Rect, gap: { from: number; to: number }): Guide => ({
  kind: 'gap',
  axis,
  at: middleOf(along(rect, across(axis))),
  ...gap,
})

export const equalGapGuides = (axis: Axis, rect: Rect, others: readonly Rect[]): Guide[] =>
  equalGaps(axis, rect, others).map((gap) => gapGuide(axis, rect, gap))

/** The distance to the nearest field aligned along a guide across `axis`. */
export function distanceGuides(axis: Axis, edges: readonly Edge[], rect: Rect, others: readonly Rect[]): Guide[] {
  const way = across(axis)
  const own = along(rect, way)
  const joined = others.filter((other) =>
    edges.some((edge) => standsAt(along(other, axis), edge, placeOf(along(rect, axis), edge))),
  )
  const gaps = joined.flatMap((other) => {
    const { start, end } = along(other, way)
    if (end + 1 <= own.start) return [{ from: end, to: own.start }]
    return start >= own.end + 1 ? [{ from: own.end, to: start }] : []
  })
  const [nearest] = gaps.sort((a, b) => a.to - a.from - (b.to - b.from))
  return nearest === undefined ? [] : [gapGuide(way, rect, nearest)]
}
