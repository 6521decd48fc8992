import type { ReactNode } from 'react'
import { CardRow } from '../../../ui/card.tsx'

type Props = {
  icon: ReactNode
  title: string
  badge?: ReactNode
  children: ReactNode
  actions?: ReactNode
  below?: ReactNode
}

/** One way of signing in: its state, and what can be done with it. */
export function SecurityRow({ icon, title, badge, children, actions, below }: Props) {
  return (
    <CardRow className={below === undefined ? 'flex-wrap py-4 md:flex-nowrap' : 'flex-wrap py-4'}>
      <span aria-hidden className="self-start text-ink-muted [&_svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {title} {badge}
        </h3>
        <div className="text-small text-ink-muted">{children}</div>
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 max-md:w-full max-sm:*:grow">{actions}</div>}
      {below !== undefined && <div className="w-full pl-8 text-small text-ink-muted">{below}</div>}
    </CardRow>
  )
}
