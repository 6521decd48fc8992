import type { TemplateField } from '@foja/contracts/template-fields'
import type { FieldType } from '@foja/contracts/template-field-types'
import { newField, newFieldSize } from '@foja/forms/new-field'
import type { Point, Size } from '../../../lib/files/geometry.ts'
import type { CanvasHost } from './canvas/host.ts'
import { readPages, toContent } from './canvas/page-boxes.ts'
import { pageOf } from './model/document.ts'
import { documentOf, type EditorState } from './model/editor.ts'
import { insideOf } from './model/move.ts'

type Language = 'es' | 'en'

/** Offset in points to the right and down from an existing field. */
const aside = 12

/** The centre of the visible part of a page in points, or of the whole page if none of it is visible. */
function middleSeen({ scroller, content, read }: CanvasHost, page: number): Point | undefined {
  const box = readPages(content).find((one) => one.page === page)
  if (box === undefined || box.width === 0) return undefined
  const { left, top, right, bottom } = scroller.getBoundingClientRect()
  const [from, to] = [toContent(content, { x: left, y: top }), toContent(content, { x: right, y: bottom })]
  const { scale } = read()
  const middle = (start: number, length: number, low: number, high: number) => {
    const [begin, end] = [Math.max(start, low), Math.min(start + length, high)]
    return ((begin < end ? (begin + end) / 2 : start + length / 2) - start) / scale
  }
  return { x: middle(box.left, box.width, from.x, to.x), y: middle(box.top, box.height, from.y, to.y) }
}

/** A new field centred on a point, moved aside if another field starts at the same place. */
export function newFieldAt(
  type: FieldType,
  page: number,
  middle: Point,
  { state, size, language }: { state: EditorState; size: Size; language: Language },
): TemplateField {
  const { fields } = documentOf(state)
  const { width, height } = newFieldSize(type)
  let place = insideOf(
    { x: Math.round(middle.x - width / 2), y: Math.round(middle.y - height / 2), width, height },
    size,
  )
  const taken = (at: Point) =>
    fields.some((field) => field.page === page && Math.abs(field.x - at.x) < 2 && Math.abs(field.y - at.y) < 2)
  for (let times = 0; times < 40 && taken(place); times += 1) {
    place = insideOf({ ...place, x: place.x + aside, y: place.y + aside }, size)
  }
  return { ...newField(type, { page, x: place.x, y: place.y, taken: fields, language }), ...place }
}

/** A new field in the centre of the visible part of the page. */
export function newFieldInView(host: CanvasHost, type: FieldType, page: number, language: Language): TemplateField {
  const { state } = host.read()
  const size = pageOf(state.pages, page)
  const middle = middleSeen(host, page) ?? { x: size.width / 2, y: size.height / 2 }
  return newFieldAt(type, page, middle, { state, size, language })
}
