import { useCallback, useRef, useState } from 'react'
import { reduceEditor, type EditorAction, type EditorState } from './model/editor.ts'

type Step = { before: EditorState; after: EditorState }
export type Act = (action: EditorAction) => Step

/**
 * The editor state. `act` returns the states before and after, and passes them to `onStep`, so that changes can be
 * announced and drawn outside of React.
 */
export function useEditor(begin: () => EditorState, onStep: (action: EditorAction, step: Step) => void) {
  const [state, setState] = useState(begin)
  const latest = useRef(state)
  const act = useCallback<Act>(
    (action) => {
      const before = latest.current
      const after = reduceEditor(before, action)
      latest.current = after
      setState(after)
      onStep(action, { before, after })
      return { before, after }
    },
    [onStep],
  )
  const read = useCallback(() => latest.current, [])
  return { state, act, read }
}
