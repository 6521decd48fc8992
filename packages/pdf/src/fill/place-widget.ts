import type { TemplateField } from '@foja/contracts/template-fields'
import { toUserSpace, toVisible, type Box, type VisibleBox } from '@foja/pdf-core/geometry'
import { PdfArray, PdfNumber } from '@libpdf/core'
import { addAnnotation, isRefTo, removeAnnotations } from './annotations.ts'
import type { FormField } from './form-tree.ts'
import { geometryOf, type Page } from './page-tree.ts'
import { onPage } from './field-from-form.ts'
import type { Resolve } from './pdf-values.ts'
import type { Revision } from './revision.ts'

/** Smaller moves are rounding by an editor. In points. */
const tolerance = 0.05

/**
 * Moves the widget of a form field to the place of the template's field. Fields with several widgets stay, because the
 * template knows one place only.
 */
export function placeWidget(
  tools: { resolve: Resolve; revision: Revision },
  field: TemplateField,
  form: FormField,
  page: Page,
): void {
  const [widget, ...others] = form.widgets
  if (widget === undefined || others.length > 0 || widget.page === null || widget.rect === null) return
  const geometry = geometryOf(tools.resolve, page)
  const isSamePage = widget.page.number === page.number
  const found = { page: page.number, geometry, rectangle: toVisible(widget.rect, geometry) }
  if (isSamePage && isClose(onPage(found), field)) return
  if (!isSamePage) {
    removeAnnotations(tools, widget.page, (annotation) => isRefTo(annotation, widget.ref))
    addAnnotation(tools, page, widget.ref)
    widget.dict.set('P', page.ref)
    widget.page = page
  }
  widget.rect = toUserSpace(geometry, field)
  widget.dict.set('Rect', boxArray(widget.rect))
  tools.revision.change(widget.ref, widget.dict)
}

function isClose(old: VisibleBox, field: VisibleBox): boolean {
  const sides = ['x', 'y', 'width', 'height'] as const
  return sides.every((side) => Math.abs(old[side] - field[side]) <= tolerance)
}

export function boxArray({ x0, y0, x1, y1 }: Box): PdfArray {
  return new PdfArray([x0, y0, x1, y1].map((value) => PdfNumber.of(Math.round(value * 1000) / 1000)))
}
