import type { ReactNode } from 'react'

/** The actions of a page at the foot of a phone, where the thumb is; in their place in the page elsewhere. */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-print="hide"
      className="flex gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:border-line max-md:bg-panel max-md:px-4 max-md:pt-3 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  )
}
