import type { Rect } from '../../../../lib/files/geometry.ts'
import { along, overlap } from './axis.ts'
import { fieldsOn, type EditorField } from './document.ts'

/** The fields of a page that touch a rectangle. */
export const fieldsTouching = (fields: readonly EditorField[], page: number, rect: Rect): EditorField[] =>
  fieldsOn(fields, page).filter((field) =>
    (['x', 'y'] as const).every((axis) => overlap(along(field, axis), along(rect, axis))),
  )
