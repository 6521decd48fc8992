import type { ReactNode } from 'react'

/** A line across with a few words in it, between one way to go on and the next. */
export function OtherWay({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-small text-ink-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {children}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}
