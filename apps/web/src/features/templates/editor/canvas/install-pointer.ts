import { flushSync } from 'react-dom'
import { handles } from '../../../../lib/files/geometry.ts'
import { documentOf, selectionOf } from '../model/editor.ts'
import { dragMarquee } from './drag-marquee.ts'
import { dragMove } from './drag-move.ts'
import { dragResize } from './drag-resize.ts'
import { fieldElement, type CanvasHost } from './host.ts'
import { runDrag, type Drag } from './run-drag.ts'

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
