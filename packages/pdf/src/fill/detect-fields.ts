import type { TemplateField } from '@foja/contracts/template-fields'
import { templateLimits } from '@foja/contracts/template-field-types'
import { toVisible, type VisibleBox } from '@foja/pdf-core/geometry'
import type { DetectedFields } from '../fill-protocol.ts'
import type { BaseFile } from './base-file.ts'
import { kindOf, type FormKind } from './field-choices.ts'
import { fieldFromForm, type FormPlace } from './field-from-form.ts'
import { isSeen, readForm, type FormField, type Widget } from './form-tree.ts'
import { geometryOf, pagesOf } from './page-tree.ts'
import type { Resolve } from './pdf-values.ts'

type Found = { field: FormField; kind: Exclude<FormKind, 'button'>; place: FormPlace }

/** The fields of a file's own form in reading order, and those without a matching template type. */
export function detectFields({ resolve, catalog }: BaseFile): DetectedFields {
  const form = readForm(resolve, catalog.dict, pagesOf(resolve, catalog.dict))
  if (form === null) return { fields: [], skipped: [] }
  const skipped: DetectedFields['skipped'] = []
  const found: Found[] = []
  const names = new Set<string>()
  for (const field of form.fields) {
    // fields with the same name are one: a value goes into both
    if (field.name === '' || names.has(field.name)) continue
    names.add(field.name)
    const one = examine(resolve, field)
    if (typeof one === 'string') skipped.push({ name: field.name, reason: one })
    else if (one !== null) found.push(one)
  }
  const fields: TemplateField[] = []
  for (const { field, kind, place } of inReadingOrder(found)) {
    if (fields.length === templateLimits.fields) skipped.push({ name: field.name, reason: 'too_many' })
    else fields.push(fieldFromForm(resolve, { form, field, kind }, place, fields))
  }
  return { fields, skipped }
}

/** Place and type of a field; or why a template cannot have it; null: not a field to fill. */
function examine(resolve: Resolve, field: FormField): Found | DetectedFields['skipped'][number]['reason'] | null {
  const kind = kindOf(resolve, field)
  if (kind === null) return null
  if (kind === 'button') return 'button'
  const seen = field.widgets.filter(isSeen)
  if (seen.length === 0) return 'hidden'
  const place = placeOf(resolve, kind === 'radio' ? seen : seen.slice(0, 1))
  return place === null ? 'off_page' : { field, kind, place }
}

/** The place of a widget, or the box around all widgets on the page of the first. */
function placeOf(resolve: Resolve, widgets: readonly Widget[]): FormPlace | null {
  const page = widgets[0]?.page
  if (!page) return null
  const geometry = geometryOf(resolve, page)
  const shown = widgets.flatMap(({ rect, page: own }) => (rect && own === page ? [toVisible(rect, geometry)] : []))
  const rectangle = enclosing(shown)
  const isOnPage =
    rectangle.x < geometry.width &&
    rectangle.y < geometry.height &&
    rectangle.x + rectangle.width > 0 &&
    rectangle.y + rectangle.height > 0
  return isOnPage ? { page: page.number, geometry, rectangle } : null
}

function enclosing(rectangles: readonly VisibleBox[]): VisibleBox {
  const x = Math.min(...rectangles.map((one) => one.x))
  const y = Math.min(...rectangles.map((one) => one.y))
  const right = Math.max(...rectangles.map((one) => one.x + one.width))
  const bottom = Math.max(...rectangles.map((one) => one.y + one.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Sorts by page, row and column; a field belongs to a row when its middle is within the row's first field. */
function inReadingOrder(found: readonly Found[]): Found[] {
  const byHeight = found.toSorted((a, b) => a.place.page - b.place.page || a.place.rectangle.y - b.place.rectangle.y)
  const rows: Found[][] = []
  for (const one of byHeight) {
    const first = rows.at(-1)?.[0]
    const isSameRow =
      first !== undefined &&
      first.place.page === one.place.page &&
      one.place.rectangle.y + one.place.rectangle.height / 2 <= first.place.rectangle.y + first.place.rectangle.height
    if (isSameRow) rows.at(-1)?.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.place.rectangle.x - b.place.rectangle.x))
}
