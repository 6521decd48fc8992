import { createContext, use, type ReactNode } from 'react'
import { cn } from './cn.ts'

/** The phone's top bar already shows the page title. */
export const TitleInBarContext = createContext(false)

type Props = {
  title: ReactNode
  /** The status, beside the title. */
  badge?: ReactNode
  /** Under the title: counts, or an id with its copy button. */
  note?: ReactNode
  /** In the order ghost, secondary, primary. */
  actions?: ReactNode
}

/** The h1 of a page with its actions at the right (below on phones). A title in the top bar is not repeated. */
export function PageHeader({ title, badge, note, actions }: Props) {
  const inBar = use(TitleInBarContext)
  const bare = note === undefined && actions === undefined && badge === undefined
  return (
    <header
      className={cn(
        // Actions move below when less than 18rem remain for the title.
        'mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:mb-4',
        inBar && bare && 'max-md:sr-only',
      )}
    >
      <div className="min-w-0 flex-1 basis-72 max-md:basis-full">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className={cn('text-title-phone font-semibold md:text-title', inBar && 'max-md:sr-only')}>{title}</h1>
          {badge}
        </div>
        {note !== undefined && (
          <div className="mt-0.5 flex items-center gap-x-2 text-body text-ink-muted max-md:flex-wrap">{note}</div>
        )}
      </div>
      {actions !== undefined && (
        <div data-print="hide" className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:grow lg:shrink-0">
          {actions}
        </div>
      )}
    </header>
  )
}
