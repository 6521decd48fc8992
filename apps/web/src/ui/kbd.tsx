import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-line bg-panel px-1.5 py-0.5 font-sans text-meta text-ink-muted">
      {children}
    </kbd>
  )
}
