import type { Rect, Size } from '../../../../lib/files/geometry.ts'
import { along, hundredth, lengthOf, type Axis } from './axis.ts'
import { boundsOf, fieldsOn, pageOf, type EditorField } from './document.ts'

export const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]

/** New rectangles by field id. */
export type Places = ReadonlyMap<string, Rect>

const pagesOf = (fields: readonly EditorField[]): number[] => [...new Set(fields.map(({ page }) => page))]

const sides: Record<Alignment, { axis: Axis; share: number }> = {
  left: { axis: 'x', share: 0 },
  center: { axis: 'x', share: 0.5 },
  right: { axis: 'x', share: 1 },
  top: { axis: 'y', share: 0 },
  middle: { axis: 'y', share: 0.5 },
  bottom: { axis: 'y', share: 1 },
}

const moved = (rect: Rect, axis: Axis, start: number): Rect => ({
  x: rect.x,
  y: rect.y,
  width: rect.width,
  height: rect.height,
  [axis]: hundredth(start),
})

/** Aligns several fields with each other, page by page; a single field with its page. */
export function align(fields: readonly EditorField[], to: Alignment, pages: readonly Size[]): Places {
  const { axis, share } = sides[to]
  return new Map(
    pagesOf(fields).flatMap((page) => {
      const here = fieldsOn(fields, page)
      const size = pageOf(pages, page)
      const round = (here.length > 1 ? boundsOf(here) : null) ?? { x: 0, y: 0, ...size }
      const { start, end } = along(round, axis)
      return here.map((field) => {
        const own = along(field, axis)
        return [field.id, moved(field, axis, start + share * (end - start - (own.end - own.start)))] as const
      })
    }),
  )
}

/** Makes the gaps between three or more fields of a page equal; the outermost two stay. */
export function distribute(fields: readonly EditorField[], axis: Axis): Places {
  return new Map(
    pagesOf(fields).flatMap((page) => {
      const here = fieldsOn(fields, page).sort((a, b) => along(a, axis).start - along(b, axis).start)
      const round = boundsOf(here)
      if (here.length < 3 || round === null) return []
      const sizes = here.map((field) => along(field, axis).end - along(field, axis).start)
      const free = lengthOf(round, axis) - sizes.reduce((sum, size) => sum + size, 0)
      const gap = free / (here.length - 1)
      let next = along(round, axis).start
      return here.map((field, at) => {
        const start = next
        next += (sizes[at] ?? 0) + gap
        return [field.id, moved(field, axis, start)] as const
      })
    }),
  )
}

/** Gives every field the width or height of the last selected one, as far as its page allows. */
export function sameSize(fields: readonly EditorField[], model: Rect, axis: Axis, pages: readonly Size[]): Places {
  const side = axis === 'x' ? 'width' : 'height'
  return new Map(
    fields.map((field) => {
      const room = lengthOf(pageOf(pages, field.page), axis)
      const length = Math.min(model[side], room)
      const start = Math.min(field[axis], room - length)
      return [field.id, { ...moved(field, axis, start), [side]: hundredth(length) }] as const
    }),
  )
}
