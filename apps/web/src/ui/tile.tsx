import type { ReactNode } from 'react'
import { tones, type Tone } from './badge.tsx'
import { cn } from './cn.ts'

/** An icon on a soft 36 px square, before a row or a figure. */
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

/** A white square with a hairline that represents a file. */
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
