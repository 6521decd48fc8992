import { ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'

type Props = {
  label: string
  /** Label of the folded sheet. */
  openLabel: string
  open: boolean
  onOpen: (open: boolean) => void
  /** On phones: what floats over the page, above the sheet. */
  above?: ReactNode
  print?: 'flow' | 'hide'
  className?: string
  children: ReactNode
}

/** On phones: where the sheet begins, in pixels from the top of the window. */
export const sheetTop = (): number =>
  document.querySelector('[data-sheet]')?.getBoundingClientRect().top ?? window.innerHeight

/** The panel at the right of pages; on phones a sheet at the bottom that can be folded. */
export function SidePanel({ label, openLabel, open, onOpen, above, print, className, children }: Props) {
  return (
    <aside
      aria-label={label}
      data-print={print}
      data-sheet
      className={cn(
        'flex w-93 shrink-0 flex-col border-l border-line bg-panel max-lg:w-80',
        'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:w-full max-md:rounded-t-2xl max-md:border-t max-md:border-l-0 max-md:pb-[env(safe-area-inset-bottom)] max-md:shadow-float',
        open && className,
      )}
    >
      <div
        data-print="hide"
        className="absolute inset-x-4 bottom-full flex justify-between pb-3 empty:hidden md:hidden"
      >
        {above}
      </div>
      <button
        type="button"
        aria-expanded={open}
        data-print="hide"
        onClick={() => onOpen(!open)}
        className={cn(
          'touch-target flex w-full flex-col items-center justify-center md:hidden',
          open ? 'h-5' : 'min-h-11 gap-1',
        )}
      >
        <span aria-hidden className="h-1 w-12 rounded-full bg-control" />
        {open ? (
          <span className="sr-only">{label}</span>
        ) : (
          <span className="flex items-center gap-2 py-3 font-semibold">
            <ChevronUp aria-hidden className="size-4.5" /> {openLabel}
          </span>
        )}
      </button>
      <div className={cn('flex min-h-0 flex-1 flex-col', !open && 'max-md:hidden')}>{children}</div>
    </aside>
  )
}
