/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native <progress> cannot be drawn alike in every browser */
import type { ReactNode } from 'react'
import { useFormat } from '../lib/texts/texts.tsx'
import { cn } from './cn.ts'

type Props = {
  /** The accessible name. */
  label: string
  /** From 0 to `max`; `undefined` if unknown. */
  value: number | undefined
  max?: number
  /** Visible text at the left and right of the bar. */
  before?: ReactNode
  after?: ReactNode
  className?: string
}

export function Progress({ label, value, max = 100, before, after, className }: Props) {
  const format = useFormat()
  const share = value === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, value / max))
  return (
    <div className={cn('flex items-center gap-3', className)}>
      {before !== undefined && <span className="shrink-0 text-small font-semibold">{before}</span>}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        aria-valuetext={share === undefined ? undefined : format.percent(share)}
        className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-muted"
      >
        <div
          style={{ width: share === undefined ? '35%' : `${share * 100}%` }}
          className={cn(
            'h-full rounded-full bg-gold-ink transition-[width] duration-200',
            share === undefined && 'animate-slide',
          )}
        />
      </div>
      {after !== undefined && <span className="shrink-0 text-small text-ink-muted figures">{after}</span>}
    </div>
  )
}
