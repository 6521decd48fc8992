import type { ReactNode } from 'react'

/** What the page is for: always in view, at the foot of the phone or of the panel. */
export function Foot({ children }: { children: ReactNode }) {
  return (
    <footer
      data-print="hide"
      className="sticky bottom-0 z-20 flex shrink-0 flex-col gap-1 border-t border-line bg-panel px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:px-6 lg:py-4"
    >
      {children}
    </footer>
  )
}
