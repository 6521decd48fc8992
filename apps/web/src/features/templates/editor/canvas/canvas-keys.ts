import { arrowStep } from '../../../../lib/files/geometry.ts'
import type { EditorAction } from '../model/editor.ts'
import { documentOf, selectionOf } from '../model/editor.ts'
import { fieldsOn, type EditorField } from '../model/document.ts'
import { neighbourOf } from '../model/order.ts'
import type { CanvasHost } from './host.ts'

export type KeyHost = Pick<CanvasHost, 'focus' | 'openProperties'> & {
  read: () => ReturnType<CanvasHost['read']> & {
    /** The field that has the focus; undefined when the pages themselves have it. */
    focused: string | undefined
    /** Escape gave the focus to the pages: Tab goes on to what comes after them. */
    left: boolean
    page: number
  }
  act: (action: EditorAction) => void
  several: (on: boolean) => void
  /** The focus goes from the fields to the pages. */
  leave: () => void
  zoom: { in: () => void; out: () => void; fit: () => void }
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Every field of the page; every field of all pages when those are chosen already. */
function chooseAll({ state, page }: ReturnType<KeyHost['read']>): EditorAction {
  const { fields } = documentOf(state)
  const here = fieldsOn(fields, page).map(({ id }) => id)
  const chosen = new Set(selectionOf(state))
  const isAll = here.length === chosen.size && here.every((id) => chosen.has(id))
  return { type: 'select', ids: isAll || here.length === 0 ? fields.map(({ id }) => id) : here }
}

/** Goes on to the next field, or back; undefined past the last, where the browser's own order goes on. */
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

/** Takes away what is chosen; the focus goes on to the field after it, or before it. */
function removeChosen(host: KeyHost): () => void {
  const { state } = host.read()
  const { fields } = documentOf(state)
  const gone = new Set(selectionOf(state))
  const at = fields.findIndex(({ id }) => gone.has(id))
  const stays = (field: EditorField) => !gone.has(field.id)
  const next = fields.slice(at).find(stays) ?? fields.slice(0, at).findLast(stays)
  return () => {
    host.act({ type: 'remove' })
    if (next !== undefined) host.focus(next.id)
  }
}

/** The first press of Space begins to choose several; the next ones add and take away. */
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

/** What a key does on the canvas; undefined for one that does nothing here. */
export function keyAction(event: Key, host: KeyHost): (() => void) | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const { state, focused, mayEdit } = host.read()
  if (ctrlKey || metaKey) {
    // Copy, paste and their like are heard by the window.
    return key.toLowerCase() === 'a' && !altKey ? () => host.act(chooseAll(host.read())) : undefined
  }
  if (key === 'Tab') return altKey ? undefined : tabTo(host, shiftKey ? -1 : 1)
  const by = arrowStep(event)
  if (by !== undefined) {
    // Without a field the arrows scroll the pages.
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
