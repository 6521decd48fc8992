import type { Rect, Size } from '../../../../lib/files/geometry.ts'

export type Axis = 'x' | 'y'
/** The extent of a rectangle along an axis, in points. */
export type Span = { start: number; end: number }

export const along = (rect: Rect, axis: Axis): Span =>
  axis === 'x' ? { start: rect.x, end: rect.x + rect.width } : { start: rect.y, end: rect.y + rect.height }

export const lengthOf = (page: Size, axis: Axis): number => (axis === 'x' ? page.width : page.height)

export const across = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x')

export const middleOf = ({ start, end }: Span): number => (start + end) / 2

/** True if two spans overlap. */
export const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** True if two positions are visually equal, in points. */
export const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.05

/** Rounds to a hundredth of a point, the stored precision. */
export const hundredth = (value: number): number => Math.round(value * 100) / 100
