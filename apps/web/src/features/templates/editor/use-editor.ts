import { useCallback, useRef, useState } from 'react'
import { reduceEditor, type EditorAction, type EditorState } from './model/editor.ts'

type Step = { before: EditorState; after: EditorState }
export type Act = (action: EditorAction) => Step

/**
 * The editor's state. `act` gives back what it was and what it is, and tells `onStep`, so that what happened can be said
 * and what is drawn outside of React can go on from there.
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
