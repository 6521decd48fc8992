import type { ReactNode } from 'react'

/** A divider with a few words between two ways to sign in. */
export function OtherWay({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-small text-ink-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      {children}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </p>
  )
}
