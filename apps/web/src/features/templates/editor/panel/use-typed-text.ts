import { createContext, use, useState } from 'react'

/** Counts undo, redo and replace: typed text is then replaced by the current value. */
export const RevisionContext = createContext(0)

type Typed = { text: string; error: string | null; revision: number }

/**
 * Text being typed, which may be invalid; on blur a valid text is replaced by the stored value. `take` receives every text and
 * returns its error, or null.
 */
export function useTypedText(value: string, take: (text: string) => string | null) {
  const revision = use(RevisionContext)
  const [typed, setTyped] = useState<Typed | null>(null)
  const now = typed?.revision === revision ? typed : null
  return {
    error: now?.error ?? null,
    bind: {
      value: now?.text ?? value,
      onChange: ({ target: { value: text } }: { target: { value: string } }) =>
        setTyped({ text, error: take(text), revision }),
      onBlur: () => setTyped((last) => (last?.error === null ? null : last)),
    },
  }
}
