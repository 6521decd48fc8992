import { useCallback, useEffect, useReducer } from 'react'
import type { Rect } from '../../lib/files/geometry.ts'

/** Position of the signature: a page and a rectangle on it, in PDF points. */
export type Placed = { page: number; rect: Rect }

type History<T> = { past: T[]; present: T; future: T[] }

type Action<T> =
  | { type: 'commit'; next: T }
  /** While the pointer moves: shown without an undo step. */
  | { type: 'preview'; next: T }
  | { type: 'begin' }
  | { type: 'undo' }
  | { type: 'redo' }

const most = 50

function reduceHistory<T>(history: History<T>, action: Action<T>): History<T> {
  const { past, present, future } = history
  switch (action.type) {
    case 'begin':
      return { past: [...past, present].slice(-most), present, future: [] }
    case 'preview':
      return { ...history, present: action.next }
    case 'commit':
      return { past: [...past, present].slice(-most), present: action.next, future: [] }
    case 'undo': {
      const [before] = past.slice(-1)
      return before === undefined ? history : { past: past.slice(0, -1), present: before, future: [present, ...future] }
    }
    default: {
      const [after] = future
      return after === undefined ? history : { past: [...past, present], present: after, future: future.slice(1) }
    }
  }
}

/** A value with undo and redo (Ctrl+Z and Ctrl+Y, except while typing in a field). Undefined is not a value. */
export function useHistory<T>(initial: T, enabled: boolean) {
  const [history, dispatch] = useReducer(reduceHistory<T>, { past: [], present: initial, future: [] })
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
    present: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    begin: useCallback(() => dispatch({ type: 'begin' }), []),
    preview: useCallback((next: T) => dispatch({ type: 'preview', next }), []),
    commit: useCallback((next: T) => dispatch({ type: 'commit', next }), []),
    undo,
    redo,
  }
}

/** The position of the signature with undo and redo. */
export function usePlacement(initial: Placed | null, enabled: boolean) {
  const { present: placed, ...rest } = useHistory(initial, enabled)
  return { placed, ...rest }
}

export type Placement = ReturnType<typeof usePlacement>
