import type { Rect, Size } from '../../../../lib/files/geometry.ts'

export type Axis = 'x' | 'y'
/** What a rectangle covers along an axis, in points. */
export type Span = { start: number; end: number }

export const along = (rect: Rect, axis: Axis): Span =>
  axis === 'x' ? { start: rect.x, end: rect.x + rect.width } : { start: rect.y, end: rect.y + rect.height }

export const lengthOf = (page: Size, axis: Axis): number => (axis === 'x' ? page.width : page.height)

export const across = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x')

export const middleOf = ({ start, end }: Span): number => (start + end) / 2

/** Whether two spans have anything in common. */
export const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** Equal as far as a reader can see, in points. */
export const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.05

/** To the hundredth of a point, as everything that is kept. */
export const hundredth = (value: number): number => Math.round(value * 100) / 100
