import { useCallback, useEffect, useReducer } from 'react'
import type { Rect } from '../../lib/files/geometry.ts'

/** Position of the signature: a page and a rectangle on it, in PDF points. */
export type Placed = { page: number; rect: Rect }

type History = { past: (Placed | null)[]; present: Placed | null; future: (Placed | null)[] }

type Action =
  | { type: 'commit'; placed: Placed | null }
  /** While the pointer moves: shown without an undo step. */
  | { type: 'preview'; placed: Placed }
  | { type: 'begin' }
  | { type: 'undo' }
  | { type: 'redo' }

const most = 50

function reducePlacement(history: History, action: Action): History {
  const { past, present, future } = history
  switch (action.type) {
    case 'begin':
      return { past: [...past, present].slice(-most), present, future: [] }
    case 'preview':
      return { ...history, present: action.placed }
    case 'commit':
      return { past: [...past, present].slice(-most), present: action.placed, future: [] }
    case 'undo':
      return past.length === 0
        ? history
        : { past: past.slice(0, -1), present: past.at(-1) ?? null, future: [present, ...future] }
    default:
      return future.length === 0
        ? history
        : { past: [...past, present], present: future[0] ?? null, future: future.slice(1) }
  }
}

/** The position of the signature with undo and redo (Ctrl+Z and Ctrl+Y, except while typing in a field). */
export function usePlacement(initial: Placed | null, enabled: boolean) {
  const [history, dispatch] = useReducer(reducePlacement, { past: [], present: initial, future: [] })
  const undo = useCallback(() => dispatch({ type: 'undo' }), [])
  const redo = useCallback(() => dispatch({ type: 'redo' }), [])

  useEffect(() => {
    if (!enabled) return undefined
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null
      if (typing || !(event.ctrlKey || event.metaKey)) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [enabled, undo, redo])

  return {
    placed: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    begin: useCallback(() => dispatch({ type: 'begin' }), []),
    preview: useCallback((placed: Placed) => dispatch({ type: 'preview', placed }), []),
    commit: useCallback((placed: Placed | null) => dispatch({ type: 'commit', placed }), []),
    undo,
    redo,
  }
}

export type Placement = ReturnType<typeof usePlacement>
