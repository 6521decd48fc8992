import type { EditorState } from '../model/editor.ts'
import type { SnapOptions } from '../model/snap.ts'
import type { Act } from '../use-editor.ts'
import type { Preview } from './preview.ts'

/** Interface of the canvas for pointer and key handlers. */
export type CanvasHost = {
  scroller: HTMLElement
  /** The scrolled element: the column of pages. */
  content: HTMLElement
  /** Above the pages, for what a drag draws without React. */
  overlay: HTMLElement
  read: () => {
    state: EditorState
    /** CSS pixels per point. */
    scale: number
    snap: Pick<SnapOptions, 'grid' | 'neighbours'>
    /** A press toggles the field in the selection. */
    several: boolean
    mayEdit: boolean
  }
  /** Synchronous: rendered when it returns. */
  act: Act
  /** While a handle is dragged: the resulting fields. */
  preview: Preview['show']
  /** Records whether the pointer is down, so that a focus caused by it is not treated as keyboard focus. */
  press: (down: boolean) => void
  /** Focuses a field on any page. */
  focus: (id: string) => void
  openProperties: () => void
}

/** Snapping distance in CSS pixels. */
const reach = 5

/** Snapping options of a drag; `free` (Ctrl or Command) turns snapping off. */
export function snapOptions({ snap, scale }: ReturnType<CanvasHost['read']>, free: boolean): SnapOptions {
  return {
    grid: free ? 0 : snap.grid,
    neighbours: snap.neighbours && !free,
    reach: reach / scale,
  }
}

/** The appearance and the interactive box of a field. */
export const partsOf = (content: HTMLElement, id: string): HTMLElement[] =>
  Array.from(content.querySelectorAll<HTMLElement>(`[data-sheet="${id}"],[data-field="${id}"]`))

/** The frames around multiple selections, one per page. */
export const framesOf = (content: HTMLElement): HTMLElement[] =>
  Array.from(content.querySelectorAll<HTMLElement>('[data-frame]'))

export const fieldElement = (content: HTMLElement, id: string): HTMLElement | null =>
  content.querySelector<HTMLElement>(`[data-field="${id}"]`)
