import type { ReactNode } from 'react'
import { tones, type Tone } from './badge.tsx'
import { cn } from './cn.ts'

/** An icon on a soft square of 36, at the head of a row or of a figure. */
export function IconTile({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-9 shrink-0 items-center justify-center rounded-lg [&_svg]:size-4.5',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** The white square with a hairline that stands for a file. */
export function FileTile({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-lg border border-line bg-panel text-ink-muted [&_svg]:size-4.5"
    >
      {children}
    </span>
  )
}
