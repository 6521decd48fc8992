import { ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'

/** Renders a router link with the given class: `(to, children) => <Link to={to}>{children}</Link>`. */
export type RenderLink = (link: {
  to: string
  children: ReactNode
  className?: string | undefined
  'aria-current'?: 'page' | undefined
  'aria-label'?: string | undefined
  onClick?: (() => void) | undefined
}) => ReactElement

export type Crumb = { label: string; to?: string }

/** The path to this page; the last item is the current page. */
export function Breadcrumb({ items, renderLink }: { items: readonly Crumb[]; renderLink: RenderLink }) {
  const ui = useUiTexts()
  return (
    <nav aria-label={ui.breadcrumb} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2 text-body">
        {items.map((item, at) => (
          <li key={`${at}-${item.label}`} className="flex min-w-0 items-center gap-2 not-last:shrink-0">
            {at > 0 && <ChevronRight aria-hidden className="size-4 text-ink-muted" />}
            {item.to === undefined || at === items.length - 1 ? (
              <span aria-current={at === items.length - 1 ? 'page' : undefined} className="truncate font-medium">
                {item.label}
              </span>
            ) : (
              renderLink({
                to: item.to,
                children: item.label,
                className: 'rounded-sm text-ink-muted hover:text-ink hover:underline underline-offset-4',
              })
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
