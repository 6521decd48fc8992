import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { Rect, Size } from '../../../../lib/files/geometry.ts'

/** A field in the editor: `id` is stable while the editor is open, even if the key changes. */
export type EditorField = TemplateField & { readonly id: string }

/** The content of a version. Field order is tab order; later fields are above earlier ones. */
export type EditorDocument = {
  readonly locale: TemplateLocale
  readonly fields: readonly EditorField[]
}

/** Minimum size in points that a pointer can grab; the contract allows half of it. */
export const smallestField: Size = { width: 8, height: 8 }

const nothing: Size = { width: 0, height: 0 }

/** Width and height of a page by its number from 1; zero for an unknown page. */
export const pageOf = (pages: readonly Size[], page: number): Size => pages[page - 1] ?? nothing

const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height })

/** The bounding box of rectangles; null if there are none. */
export function boundsOf(rects: readonly Rect[]): Rect | null {
  const [first] = rects
  if (first === undefined) return null
  const left = Math.min(...rects.map(({ x }) => x))
  const top = Math.min(...rects.map(({ y }) => y))
  const right = Math.max(...rects.map(({ x, width }) => x + width))
  const bottom = Math.max(...rects.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export const fieldsOn = (fields: readonly EditorField[], page: number): EditorField[] =>
  fields.filter((field) => field.page === page)

/** The fields with these ids, in document order. */
export function fieldsOf(document: EditorDocument, ids: readonly string[]): EditorField[] {
  const wanted = new Set(ids)
  return document.fields.filter(({ id }) => wanted.has(id))
}

/** Changes some fields and returns all others as the same objects, so that they are not re-rendered. */
export function changeFields(
  document: EditorDocument,
  ids: readonly string[],
  change: (field: EditorField) => EditorField,
): EditorDocument {
  const wanted = new Set(ids)
  let changed = false
  const fields = document.fields.map((field) => {
    if (!wanted.has(field.id)) return field
    const next = change(field)
    changed ||= next !== field
    return next
  })
  return changed ? { ...document, fields } : document
}

/** Moves a field; returns the same object if nothing changes. */
export function placeField(field: EditorField, to: Rect & { page?: number }): EditorField {
  const next = { ...field, ...rectOf(to), page: to.page ?? field.page }
  const same = (['page', 'x', 'y', 'width', 'height'] as const).every((name) => next[name] === field[name])
  return same ? field : next
}

/** The fields for the API. */
export const toWire = ({ fields }: Pick<EditorDocument, 'fields'>): TemplateField[] =>
  fields.map(({ id: _id, ...field }) => field)
