import type { EditorState } from '../model/editor.ts'
import type { SnapOptions } from '../model/snap.ts'
import type { Act } from '../use-editor.ts'
import type { Preview } from './preview.ts'

/** What the pointer and the keys of the canvas work with. */
export type CanvasHost = {
  scroller: HTMLElement
  /** What scrolls: the pages, one under the other. */
  content: HTMLElement
  /** Lies over the pages, for what a drag draws without React. */
  overlay: HTMLElement
  read: () => {
    state: EditorState
    /** CSS pixels in a point. */
    scale: number
    snap: Pick<SnapOptions, 'grid' | 'neighbours'>
    /** A press adds to the selection or takes from it. */
    several: boolean
    mayEdit: boolean
  }
  /** Done and drawn when it returns. */
  act: Act
  /** While a handle is pulled: how the fields would be. */
  preview: Preview['show']
  /** Whether the pointer is down, so that the focus that it brings is no choice of the keyboard. */
  press: (down: boolean) => void
  /** Gives a field the focus, wherever it is. */
  focus: (id: string) => void
  openProperties: () => void
}

/** How near something must come to be held, in CSS pixels. */
const reach = 5

/** Of a drag: nothing is held while Ctrl (or Command) is down. */
export function snapOptions({ snap, scale }: ReturnType<CanvasHost['read']>, free: boolean): SnapOptions {
  return {
    grid: free ? 0 : snap.grid,
    neighbours: snap.neighbours && !free,
    reach: reach / scale,
  }
}

/** How a field looks, and what is pressed of it. */
export const partsOf = (content: HTMLElement, id: string): HTMLElement[] =>
  Array.from(content.querySelectorAll<HTMLElement>(`[data-sheet="${id}"],[data-field="${id}"]`))

/** The boxes round several chosen fields, one a page. */
export const framesOf = (content: HTMLElement): HTMLElement[] =>
  Array.from(content.querySelectorAll<HTMLElement>('[data-frame]'))

export const fieldElement = (content: HTMLElement, id: string): HTMLElement | null =>
  content.querySelector<HTMLElement>(`[data-field="${id}"]`)
