import { keepInside, type Point, type Rect, type Size } from '../../../../lib/files/geometry.ts'
import { hundredth } from './axis.ts'
import { boundsOf, fieldsOn, pageOf, placeField, type EditorField } from './document.ts'

/** Limits a move so that all fields stay inside their pages and keep their relative positions. */
function within(fields: readonly EditorField[], by: Point, pages: readonly Size[]): Point {
  let { x, y } = by
  for (const page of new Set(fields.map((field) => field.page))) {
    const round = boundsOf(fieldsOn(fields, page))
    if (round === null) continue
    const { width, height } = pageOf(pages, page)
    x = Math.min(Math.max(x, -round.x), width - round.x - round.width)
    y = Math.min(Math.max(y, -round.y), height - round.y - round.height)
  }
  return { x, y }
}

/** Moves fields together by a distance, limited by their pages. */
export function moveBy(fields: readonly EditorField[], by: Point, pages: readonly Size[]): EditorField[] {
  const { x, y } = within(fields, by, pages)
  return fields.map((field) => placeField(field, { ...field, x: hundredth(field.x + x), y: hundredth(field.y + y) }))
}

/**
 * Moves fields of one page to another, with the upper left corner of their bounding box at a point, inside the page.
 */
export function moveTo(fields: readonly EditorField[], page: number, corner: Point, pages: readonly Size[]) {
  const round = boundsOf(fields)
  if (round === null) return []
  const there = fields.map((field) => ({ ...field, page }))
  return moveBy(there, { x: corner.x - round.x, y: corner.y - round.y }, pages).map((field) => ({
    ...field,
    ...insideOf(field, pageOf(pages, page)),
  }))
}

/** Fits a rectangle into a page, cutting it if it is larger. */
export const insideOf = (rect: Rect, page: Size): Rect => keepInside(rect, page, { width: 4, height: 4 })
