import { arrowStep } from '../../../../lib/files/geometry.ts'
import type { EditorAction } from '../model/editor.ts'
import { documentOf, selectionOf } from '../model/editor.ts'
import { fieldsOn, type EditorField } from '../model/document.ts'
import { neighbourOf } from '../model/order.ts'
import type { CanvasHost } from './host.ts'

export type KeyHost = Pick<CanvasHost, 'focus' | 'openProperties'> & {
  read: () => ReturnType<CanvasHost['read']> & {
    /** The focused field; undefined if the canvas itself has the focus. */
    focused: string | undefined
    /** Escape moved the focus from the fields to the canvas, so Tab leaves the canvas. */
    left: boolean
    page: number
  }
  act: (action: EditorAction) => void
  several: (on: boolean) => void
  /** Moves the focus from the fields to the canvas. */
  leave: () => void
  zoom: { in: () => void; out: () => void; fit: () => void }
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Selects every field of the page, or of all pages if those are selected already. */
function chooseAll({ state, page }: ReturnType<KeyHost['read']>): EditorAction {
  const { fields } = documentOf(state)
  const here = fieldsOn(fields, page).map(({ id }) => id)
  const chosen = new Set(selectionOf(state))
  const isAll = here.length === chosen.size && here.every((id) => chosen.has(id))
  return { type: 'select', ids: isAll || here.length === 0 ? fields.map(({ id }) => id) : here }
}

/** Moves to the next or previous field; undefined past the last one, where the browser's tab order continues. */
function tabTo(host: KeyHost, by: -1 | 1): (() => void) | undefined {
  const { state, focused, several, left } = host.read()
  if (focused === undefined && (by === -1 || left)) return undefined
  const { fields } = documentOf(state)
  const chosen = fields.find(({ id }) => id === selectionOf(state).at(-1))
  const next = focused === undefined && chosen !== undefined ? chosen : neighbourOf(fields, focused, by)
  if (next === undefined) return undefined
  return () => {
    if (!several) host.act({ type: 'select', ids: [next.id] })
    host.focus(next.id)
  }
}

/** Removes the selected fields and focuses the next remaining one. */
function removeChosen(host: KeyHost): () => void {
  const { state } = host.read()
  const { fields } = documentOf(state)
  const removed = new Set(selectionOf(state))
  const at = fields.findIndex(({ id }) => removed.has(id))
  const stays = (field: EditorField) => !removed.has(field.id)
  const next = fields.slice(at).find(stays) ?? fields.slice(0, at).findLast(stays)
  return () => {
    host.act({ type: 'remove' })
    if (next !== undefined) host.focus(next.id)
  }
}

/** The first Space on a selected field starts multiple selection; further ones toggle fields. */
function space(host: KeyHost): (() => void) | undefined {
  const { state, focused, several } = host.read()
  if (focused === undefined) return undefined
  const chosen = selectionOf(state)
  if (!several && chosen.includes(focused)) return () => host.several(true)
  const ids = chosen.includes(focused) ? chosen.filter((id) => id !== focused) : [...chosen, focused]
  return () => host.act({ type: 'select', ids })
}

function escape(host: KeyHost): () => void {
  return () => {
    if (host.read().several) host.several(false)
    else {
      host.act({ type: 'select', ids: [] })
      host.leave()
    }
  }
}

/** The action of a key on the canvas, or undefined. */
export function keyAction(event: Key, host: KeyHost): (() => void) | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const { state, focused, mayEdit } = host.read()
  if (ctrlKey || metaKey) {
    // Copy, paste and similar shortcuts are handled on the window.
    return key.toLowerCase() === 'a' && !altKey ? () => host.act(chooseAll(host.read())) : undefined
  }
  if (key === 'Tab') return altKey ? undefined : tabTo(host, shiftKey ? -1 : 1)
  const by = arrowStep(event)
  if (by !== undefined) {
    // Without a focused field the arrows scroll the pages.
    if (!mayEdit || selectionOf(state).length === 0 || focused === undefined) return undefined
    return () => host.act({ type: altKey ? 'grow' : 'nudge', by })
  }
  if (altKey) return undefined
  const keys: Record<string, (() => void) | undefined> = {
    Delete: mayEdit && selectionOf(state).length > 0 ? removeChosen(host) : undefined,
    Enter: focused === undefined ? undefined : host.openProperties,
    ' ': space(host),
    Escape: escape(host),
    '+': host.zoom.in,
    '=': host.zoom.in,
    '-': host.zoom.out,
    '0': host.zoom.fit,
  }
  return keys[key === 'Backspace' ? 'Delete' : key]
}
