import type { FieldType } from '@foja/contracts/template-field-types'
import type { TemplateField } from '@foja/contracts/template-fields'
import { newField, newFieldSize } from '@foja/forms/new-field'
import { flushSync } from 'react-dom'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { runDrag, type Drag } from './canvas/run-drag.ts'
import type { Canvas } from './canvas/use-canvas.ts'
import { selectionOf, documentOf, type EditorState } from './model/editor.ts'
import type { Act } from './use-editor.ts'
import type { Point, Size, Rect } from '../../../lib/files/geometry.ts'
import { type CanvasHost, snapOptions } from './canvas/host.ts'
import { readPages, toContent, pageUnder, type PageBox } from './canvas/page-boxes.ts'
import { pageOf } from './model/document.ts'
import { insideOf } from './model/move.ts'
import { snapMove } from './model/snap.ts'
import { addLayer, drawGuides } from './canvas/draw-guides.ts'

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
function newFieldInView(host: CanvasHost, type: FieldType, page: number, language: Language): TemplateField {
  const { state } = host.read()
  const size = pageOf(state.pages, page)
  const middle = middleSeen(host, page) ?? { x: size.width / 2, y: size.height / 2 }
  return newFieldAt(type, page, middle, { state, size, language })
}

/** The outline of a field that is not placed yet. */
function outlineOf({ label, width, height }: TemplateField, scale: number): HTMLElement {
  const element = document.createElement('div')
  element.dataset['mode'] = 'light'
  element.className =
    'absolute flex items-center truncate border border-gold-ink bg-[#fff7e9]/85 px-1 text-meta text-ink'
  element.textContent = label
  Object.assign(element.style, {
    width: `${width * scale}px`,
    height: `${height * scale}px`,
    willChange: 'transform',
    left: '0',
    top: '0',
  })
  return element
}

/** Drags a new field from the palette; dropping it outside of the pages cancels. */
function dragNew(host: CanvasHost, field: TemplateField): Drag {
  let boxes: readonly PageBox[] = []
  let layer: HTMLElement | undefined
  let guides: HTMLElement | undefined
  let outline: HTMLElement | undefined
  let target: { page: number; rect: Rect } | undefined
  const end = () => {
    layer?.remove()
    guides?.remove()
  }
  return {
    begin: () => {
      boxes = readPages(host.content)
      guides = addLayer(host.overlay)
      layer = addLayer(host.overlay)
      outline = outlineOf(field, host.read().scale)
      layer.append(outline)
    },
    move: ({ client, free }) => {
      if (outline === undefined || guides === undefined) return
      const now = host.read()
      const { scale, state } = now
      const at = toContent(host.content, client)
      const { width, height } = field
      const [left, top] = [at.x - (width * scale) / 2, at.y - (height * scale) / 2]
      const box = pageUnder(boxes, at)
      if (box === undefined) {
        target = undefined
        guides.replaceChildren()
        outline.style.transform = `translate(${left}px, ${top}px)`
        return
      }
      const page = pageOf(state.pages, box.page)
      const wanted = { x: (left - box.left) / scale, y: (top - box.top) / scale, width, height }
      const others = documentOf(state).fields.filter((one) => one.page === box.page)
      const none = { x: -1, y: -1, width, height }
      const snapped = snapMove(none, wanted, { others, page }, snapOptions(now, free))
      target = { page: box.page, rect: snapped.rect }
      outline.style.transform = `translate(${box.left + snapped.rect.x * scale}px, ${box.top + snapped.rect.y * scale}px)`
      drawGuides(guides, snapped.guides, box, scale)
    },
    drop: () => {
      if (target !== undefined) {
        const { page, rect } = target
        const placed = { ...field, page, ...insideOf(rect, pageOf(host.read().state.pages, page)) }
        const { after } = flushSync(() => host.act({ type: 'add', field: placed }))
        const [id] = selectionOf(after)
        if (id !== undefined) host.focus(id)
      }
      end()
    },
    cancel: end,
  }
}

/** Adds new fields in the centre of the visible part, or where they are dropped. */
export function usePalette(canvas: Canvas, act: Act, page: number) {
  const { language } = useLanguage()
  const add = (type: FieldType) => {
    const host = canvas.host()
    if (host === null) return
    const { after } = act({ type: 'add', field: newFieldInView(host, type, page, language) })
    const [id] = selectionOf(after)
    if (id !== undefined) canvas.focus(id)
  }
  const drag = (type: FieldType, event: PointerEvent, button: HTMLElement, done: (dragged: boolean) => void) => {
    const host = canvas.host()
    if (host === null) return
    const moving = dragNew(host, newFieldInView(host, type, page, language))
    runDrag(event, button, host.scroller, {
      ...moving,
      drop: () => {
        moving.drop()
        done(true)
      },
      cancel: () => {
        moving.cancel()
        done(true)
      },
      press: () => done(false),
    })
  }
  return { add, drag }
}
