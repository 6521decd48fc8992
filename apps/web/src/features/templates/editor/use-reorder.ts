import { useState, type PointerEvent, type RefObject } from 'react'
import type { EditorField } from './model/document.ts'
import type { EditorAction } from './model/editor.ts'

/** Drop target of a row: before another one, or after the last. */
export type Drop = { id: string; before: string | null }

/** The first row whose middle is below the pointer; null past the last. */
function rowBelow(list: HTMLElement, y: number): string | null {
  for (const row of list.querySelectorAll<HTMLElement>('[data-row]')) {
    const { top, height } = row.getBoundingClientRect()
    if (y < top + height / 2) return row.dataset['row'] ?? null
  }
  return null
}

/** Drags rows of a list to another place; all selected rows move together. */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  fields: readonly EditorField[],
  selection: ReadonlySet<string>,
  act: (action: EditorAction) => void,
) {
  const [drop, setDrop] = useState<Drop | null>(null)
  const handlers = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrop({ id, before: id })
    },
    onPointerMove: (event: PointerEvent) => {
      if (drop?.id === id && list.current !== null) setDrop({ id, before: rowBelow(list.current, event.clientY) })
    },
    onPointerUp: () => {
      if (drop?.id === id && drop.before !== id) {
        const ids = selection.has(id) ? fields.filter((one) => selection.has(one.id)).map((one) => one.id) : [id]
        act({ type: 'put-before', ids, before: drop.before })
      }
      setDrop(null)
    },
    onPointerCancel: () => setDrop(null),
    // The click at the end of a drag must not select the row.
    onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
  })
  return { drop, handlers }
}
