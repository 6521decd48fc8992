import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  /** The status, beside the title. */
  badge?: ReactNode
  /** Under the title: counts, an id with its copy button. */
  note?: ReactNode
  /** Ghost, secondary, primary: in that order. */
  actions?: ReactNode
}

/** The h1 of a page with its actions at the right (below on phones). */
export function PageHeader({ title, badge, note, actions }: Props) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:mb-4 lg:flex-nowrap">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-title-phone font-semibold md:text-title">{title}</h1>
          {badge}
        </div>
        {note !== undefined && (
          <div className="mt-0.5 flex flex-wrap items-center gap-x-2 text-body text-ink-muted">{note}</div>
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
