import { createContext, use, useState } from 'react'

/** Counts the times that something was undone, redone or replaced: what is being typed gives way to what it is then. */
export const RevisionContext = createContext(0)

type Typed = { text: string; error: string | null; revision: number }

/**
 * What is being typed, which need not be right yet; what it stands for once it is left. `take` gets every text and says
 * what is wrong with it, or null when it was taken.
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
