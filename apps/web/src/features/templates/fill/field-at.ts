import type { TemplateField } from '@foja/contracts/template-fields'
import type { Point } from '../../../lib/files/geometry.ts'
import { isFilledIn } from './fill-entries.ts'

/** The field at a point of a page, in points from its top left: the last one drawn where several lie over each other. */
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
