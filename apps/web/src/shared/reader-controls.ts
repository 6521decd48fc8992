import type { Point } from '../lib/files/geometry.ts'

/** Actions of the reader triggered by keys, wheel and touch. */
export type ReaderActions = {
  zoom: number
  page: number
  pages: number
  goTo: (page: number) => void
  zoomTo: (value: number, at?: Point) => void
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  /** Null: the browser searches the text over the pages. */
  search: (() => void) | null
}

/** Elements where the keys have another meaning: text fields, dialogs, menus, tabs and the movable signature box. */
const elsewhere =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tablist], [role=application]'

const line = 60

/** The action of a key, or undefined. */
function keyAction(key: string, reader: HTMLElement, now: ReaderActions): (() => void) | undefined {
  const scroll = (top: number) => () => reader.scrollBy({ top })
  const actions: Record<string, (() => void) | null> = {
    ArrowDown: scroll(line),
    ArrowUp: scroll(-line),
    ArrowRight: () => now.goTo(Math.min(now.pages, now.page + 1)),
    ArrowLeft: () => now.goTo(Math.max(1, now.page - 1)),
    PageDown: () => now.goTo(Math.min(now.pages, now.page + 1)),
    PageUp: () => now.goTo(Math.max(1, now.page - 1)),
    Home: () => now.goTo(1),
    End: () => now.goTo(now.pages),
    '+': now.zoomIn,
    '=': now.zoomIn,
    '-': now.zoomOut,
    '0': now.fit,
    '/': now.search,
  }
  return actions[key] ?? undefined
}

function onKeys(reader: HTMLElement, read: () => ReaderActions) {
  return (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (event.defaultPrevented || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      // Ctrl+F inside the open field is left to the browser.
      const wanted = event.key.toLowerCase() === 'f' && !event.shiftKey && target.closest(elsewhere) === null
      const { search } = read()
      if (!wanted || search === null) return
      event.preventDefault()
      search()
      return
    }
    if (target.closest(elsewhere) !== null || document.querySelector('[role=dialog], [role=alertdialog]') !== null)
      return
    // Buttons keep Space and Enter; a horizontally scrolled page keeps its arrow keys.
    const sideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (sideways && reader.scrollWidth > reader.clientWidth + 1) return
    const action = keyAction(event.key, reader, read())
    if (action === undefined) return
    event.preventDefault()
    action()
  }
}

const middleOf = (a: Touch, b: Touch): Point => ({ x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 })
const apart = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)

/** Pinch: the distance of two fingers sets the zoom, and the point between them stays in place. */
function pinch(reader: HTMLElement, read: () => ReaderActions, signal: AbortSignal) {
  let start: { distance: number; zoom: number } | null = null
  const two = (event: TouchEvent): [Touch, Touch] | null => {
    const [a, b] = Array.from(event.touches)
    return event.touches.length === 2 && a !== undefined && b !== undefined ? [a, b] : null
  }
  reader.addEventListener(
    'touchstart',
    (event) => {
      const fingers = two(event)
      start = fingers === null ? null : { distance: apart(...fingers), zoom: read().zoom }
    },
    { passive: true, signal },
  )
  reader.addEventListener(
    'touchmove',
    (event) => {
      const fingers = two(event)
      if (start === null || fingers === null || start.distance === 0) return
      event.preventDefault()
      read().zoomTo(start.zoom * (apart(...fingers) / start.distance), middleOf(...fingers))
    },
    { passive: false, signal },
  )
}

/** Installs keys, Ctrl + wheel (a trackpad pinch) and pinch. Returns a function that removes them. */
export function installReaderControls(reader: HTMLElement, read: () => ReaderActions): () => void {
  const end = new AbortController()
  const { signal } = end
  window.addEventListener('keydown', onKeys(reader, read), { signal })
  reader.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      // Normalises the unit (WheelEvent.deltaMode) and limits the delta, so that one notch of a mouse wheel is a small
      // step.
      const delta = Math.max(-50, Math.min(50, event.deltaMode === 0 ? event.deltaY : event.deltaY * 16))
      const now = read()
      now.zoomTo(now.zoom * Math.exp(-delta / 200), { x: event.clientX, y: event.clientY })
    },
    { passive: false, signal },
  )
  pinch(reader, read, signal)
  return () => end.abort()
}
