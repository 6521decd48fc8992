import type { ReactNode } from 'react'
import { tones, type Tone } from './badge.tsx'
import { cn } from './cn.ts'

type Props = {
  icon: ReactNode
  /** `primary` if there is no data yet, `neutral` for no results, `error` for a failure. */
  tone?: Tone
  title: ReactNode
  /** One sentence: what to do, or what was saved. */
  children?: ReactNode
  /** One button, and at most one ghost button. */
  action?: ReactNode
  level?: 1 | 2 | 3
  /** For more text than one sentence. */
  wide?: boolean
  className?: string
}

/** Placeholder for no data, no results or a failure, with what to do. */
export function EmptyState(props: Props) {
  const { icon, tone = 'neutral', title, children, action, level = 2, wide = false, className } = props
  const Title = (['h1', 'h2', 'h3'] as const)[level - 1] ?? 'h2'
  return (
    <div className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span
        aria-hidden
        className={cn('flex size-13 items-center justify-center rounded-full [&_svg]:size-6', tones[tone])}
      >
        {icon}
      </span>
      <Title className="mt-4 text-section font-semibold">{title}</Title>
      {children !== undefined && (
        <div className={cn('mt-1 text-pretty text-ink-muted', wide ? 'max-w-120' : 'max-w-80')}>{children}</div>
      )}
      {action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
