import type { TemplateField } from '@foja/contracts/template-fields'
import type { Point } from '../../../lib/files/geometry.ts'
import { isFilledIn } from './fill-entries.ts'

/** The field at a point of a page, in points from the top left; the topmost of overlapping ones. */
export const fieldAt = (fields: readonly TemplateField[], page: number, point: Point): TemplateField | undefined =>
  fields.findLast(
    (field) =>
      isFilledIn(field) &&
      field.page === page &&
      point.x >= field.x &&
      point.x <= field.x + field.width &&
      point.y >= field.y &&
      point.y <= field.y + field.height,
  )
