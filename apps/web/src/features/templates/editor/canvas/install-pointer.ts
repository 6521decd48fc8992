import { flushSync } from 'react-dom'
import { handles, type Rect, type Point, type Handle } from '../../../../lib/files/geometry.ts'
import { documentOf, selectionOf, selectedOf } from '../model/editor.ts'
import { dragMove } from './drag-move.ts'
import { fieldElement, type CanvasHost, snapOptions } from './host.ts'
import { runDrag, type Drag, type DragPoint } from './run-drag.ts'
import { along, overlap } from '../model/axis.ts'
import { fieldsOn, type EditorField, boundsOf, pageOf } from '../model/document.ts'
import { addLayer, drawGuides, drawMeasure } from './draw-guides.ts'
import { pageUnder, readPages, toContent, type PageBox } from './page-boxes.ts'
import type { Places } from '../model/arrange.ts'
import { leastBox, resizeBox, scaleInto } from '../model/scale.ts'

/** The fields of a page that touch a rectangle. */
const fieldsTouching = (fields: readonly EditorField[], page: number, rect: Rect): EditorField[] =>
  fieldsOn(fields, page).filter((field) =>
    (['x', 'y'] as const).every((axis) => overlap(along(field, axis), along(rect, axis))),
  )

/** Selects the fields touched by a rectangle; with `adds`, in addition to the current selection. */
function dragMarquee(host: CanvasHost, start: Point, adds: boolean): Drag {
  const from = toContent(host.content, start)
  let box: PageBox | undefined
  let frame: HTMLElement | undefined
  let rect: Rect | undefined
  const end = () => frame?.remove()
  return {
    begin: () => {
      box = pageUnder(readPages(host.content), from)
      frame = addLayer(host.overlay)
      frame.className = 'absolute border border-gold-ink bg-primary/20'
    },
    move: ({ client }) => {
      if (box === undefined || frame === undefined) return
      const at = toContent(host.content, client)
      const [left, top] = [Math.min(from.x, at.x), Math.min(from.y, at.y)]
      const [width, height] = [Math.abs(at.x - from.x), Math.abs(at.y - from.y)]
      Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
      const { scale } = host.read()
      rect = {
        x: (left - box.left) / scale,
        y: (top - box.top) / scale,
        width: width / scale,
        height: height / scale,
      }
    },
    drop: () => {
      end()
      if (box === undefined || rect === undefined) return
      const { state } = host.read()
      const found = fieldsTouching(documentOf(state).fields, box.page, rect).map(({ id }) => id)
      host.act({ type: 'select', ids: adds ? [...new Set([...selectionOf(state), ...found])] : found })
    },
    cancel: end,
    press: () => {
      if (!adds) host.act({ type: 'select', ids: [] })
    },
  }
}

/** The selected fields of a page, their bounding box, and the other fields of the page. */
type Grabbed = {
  fields: readonly EditorField[]
  others: readonly EditorField[]
  round: Rect
  box: PageBox
  guides: HTMLElement
}

function grab(host: CanvasHost, page: number): Grabbed | undefined {
  const { state } = host.read()
  const fields = fieldsOn(selectedOf(state), page)
  const chosen = new Set(fields)
  const round = boundsOf(fields)
  const box = readPages(host.content).find((one) => one.page === page)
  if (round === null || box === undefined) return undefined
  const others = fieldsOn(documentOf(state).fields, page).filter((field) => !chosen.has(field))
  return { fields, others, round, box, guides: addLayer(host.overlay) }
}

/**
 * Resizes the selected fields of a page by a handle of their bounding box, in proportion. Only they are re-rendered
 * meanwhile, because their text may wrap differently. Shift keeps the aspect ratio.
 */
function dragResize(host: CanvasHost, page: number, handle: Handle, start: Point): Drag {
  const from = toContent(host.content, start)
  let grabbed: Grabbed | undefined
  let places: Places | undefined

  const move = ({ client, free, shift }: DragPoint) => {
    if (grabbed === undefined) return
    const { fields, others, round, box, guides } = grabbed
    const now = host.read()
    const { scale, state } = now
    const at = toContent(host.content, client)
    const by = { x: (at.x - from.x) / scale, y: (at.y - from.y) / scale }
    const pull = { handle, by, least: leastBox(round, fields), ratio: shift }
    const around = { others, page: pageOf(state.pages, page) }
    const { rect, guides: lines } = resizeBox(round, pull, around, snapOptions(now, free))
    places = scaleInto(fields, round, rect)
    host.preview(places)
    drawGuides(guides, lines, box, scale)
    drawMeasure(guides, `${Math.round(rect.width)} × ${Math.round(rect.height)} pt`, rect, box, scale)
  }
  const end = () => {
    grabbed?.guides.remove()
    host.preview(null)
  }
  return {
    begin: () => {
      grabbed = grab(host, page)
    },
    move,
    drop: () => {
      if (places !== undefined) {
        const pulled = places
        flushSync(() => {
          host.act({ type: 'place', places: pulled })
          host.preview(null)
        })
      }
      end()
      const id = selectionOf(host.read().state).at(-1)
      if (id !== undefined) host.focus(id)
    },
    cancel: end,
  }
}

const toggled = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]

/** Selects or toggles the pressed field; a drag moves the whole selection. */
function pressField(host: CanvasHost, event: PointerEvent, id: string): Drag | undefined {
  const { state, several, mayEdit } = host.read()
  const field = documentOf(state).fields.find((one) => one.id === id)
  if (field === undefined) return undefined
  const chosen = selectionOf(state)
  const adds = several || event.shiftKey || event.ctrlKey || event.metaKey
  const was = chosen.includes(id)
  if (!adds && !was) host.act({ type: 'select', ids: [id] })
  const press = () => {
    if (adds) host.act({ type: 'select', ids: toggled(selectionOf(host.read().state), id) })
    else if (chosen.length > 1 && was) host.act({ type: 'select', ids: [id] })
  }
  const start = { x: event.clientX, y: event.clientY }
  const move = dragMove(host, field, start)
  if (!mayEdit) return { begin: () => {}, move: () => {}, drop: () => {}, cancel: () => {}, press }
  return {
    ...move,
    begin: () => {
      // Render the new selection and its frame before the drag starts.
      if (!selectionOf(host.read().state).includes(id))
        flushSync(() => host.act({ type: 'select', ids: [...chosen, id] }))
      move.begin()
    },
    press,
  }
}

/** The drag that a press starts, by its target. */
function dragOf(host: CanvasHost, event: PointerEvent, target: Element): Drag | undefined {
  const start = { x: event.clientX, y: event.clientY }
  const fieldId = target.closest<HTMLElement>('[data-field]')?.dataset['field']
  const handle = target.closest<HTMLElement>('[data-handle]')?.dataset['handle']
  const known = handles.find((one) => one === handle)
  if (known !== undefined) {
    const frame = target.closest<HTMLElement>('[data-frame]')?.dataset['frame']
    const field = documentOf(host.read().state).fields.find(({ id }) => id === fieldId)
    const page = frame === undefined ? field?.page : Number(frame)
    return page === undefined ? undefined : dragResize(host, page, known, start)
  }
  if (fieldId !== undefined) return pressField(host, event, fieldId)
  // A finger beside the fields scrolls the pages.
  if (event.pointerType === 'touch') {
    return { begin: () => {}, move: () => {}, drop: () => {}, cancel: () => {}, press: () => clearBy(host) }
  }
  if (target.closest('[data-page]') === null) return undefined
  return dragMarquee(host, start, event.shiftKey || event.ctrlKey || event.metaKey)
}

function clearBy(host: CanvasHost) {
  if (!host.read().several) host.act({ type: 'select', ids: [] })
}

/**
 * Installs the pointer handlers of the canvas: press, drag, handles, marquee, double click. Returns a function that
 * removes them.
 */
export function installPointer(host: CanvasHost): () => void {
  const end = new AbortController()
  const { signal } = end
  host.scroller.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || !(event.target instanceof Element) || !host.content.contains(event.target)) return
      host.press(true)
      const drag = dragOf(host, event, event.target)
      if (drag === undefined) return
      // Read first, because the press may re-render the target.
      const id = event.target.closest<HTMLElement>('[data-field]')?.dataset['field']
      const pressedElement = id === undefined ? host.scroller : (fieldElement(host.content, id) ?? host.scroller)
      runDrag(event, pressedElement, host.scroller, drag)
    },
    { signal },
  )
  for (const type of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(type, () => host.press(false), { signal })
  }
  host.scroller.addEventListener(
    'dblclick',
    (event) => {
      if (event.target instanceof Element && event.target.closest('[data-field]') !== null) host.openProperties()
    },
    { signal },
  )
  return () => end.abort()
}
