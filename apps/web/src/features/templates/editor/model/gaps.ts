import type { Rect } from '../../../../lib/files/geometry.ts'
import { across, along, near, overlap, type Axis, type Span } from './axis.ts'

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
export function equalGaps(axis: Axis, rect: Rect, others: readonly Rect[]): Gap[] {
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
