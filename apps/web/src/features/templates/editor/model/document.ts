import type { TemplateField, TemplateLocale } from '@foja/contracts/template-fields'
import type { Rect, Size } from '../../../../lib/files/geometry.ts'

/** A field on the table: `id` names it while the editor is open, also when its key is changed. */
export type EditorField = TemplateField & { readonly id: string }

/** What a version keeps. The order of the fields is that of filling in, and later ones lie over earlier ones. */
export type EditorDocument = {
  readonly locale: TemplateLocale
  readonly fields: readonly EditorField[]
}

/** The smallest field that a pointer can still take, in points; the contract allows half of it. */
export const smallestField: Size = { width: 8, height: 8 }

const nothing: Size = { width: 0, height: 0 }

/** Width and height of a page by its number, from 1; of nothing where there is no such page. */
export const pageOf = (pages: readonly Size[], page: number): Size => pages[page - 1] ?? nothing

const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height })

/** The smallest rectangle round all of them; null round none. */
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

/** The fields with these ids, in the order of the document. */
export function fieldsOf(document: EditorDocument, ids: readonly string[]): EditorField[] {
  const wanted = new Set(ids)
  return document.fields.filter(({ id }) => wanted.has(id))
}

/** Changes some fields and leaves every other one the very same object, so that it is neither kept nor drawn twice. */
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

/** The same field elsewhere; the very same object when it stays. */
export function placeField(field: EditorField, to: Rect & { page?: number }): EditorField {
  const next = { ...field, ...rectOf(to), page: to.page ?? field.page }
  const same = (['page', 'x', 'y', 'width', 'height'] as const).every((name) => next[name] === field[name])
  return same ? field : next
}

/** The fields as the API takes them. */
export const toWire = ({ fields }: Pick<EditorDocument, 'fields'>): TemplateField[] =>
  fields.map(({ id: _id, ...field }) => field)
