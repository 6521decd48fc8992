import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { tones, type Tone } from './badge.tsx'
import { cn } from './cn.ts'

export type Fact = { label: string; value: ReactNode; code?: boolean }

/** A definition list, in two columns if there is room. */
export function Facts({
  items,
  columns = 1,
  className,
}: {
  items: readonly Fact[]
  columns?: 1 | 2
  className?: string
}) {
  return (
    <dl className={cn('grid gap-x-8 gap-y-2', columns === 2 && 'md:grid-cols-2', className)}>
      {items.map((item) => (
        <div
          key={item.label}
          className={columns === 2 ? 'grid grid-cols-[6.5rem_1fr] gap-3' : 'flex justify-between gap-4'}
        >
          <dt className="text-small text-ink-muted">{item.label}</dt>
          <dd
            className={cn(
              'min-w-0 text-small wrap-anywhere',
              item.code === true && 'code',
              columns === 1 && 'text-right',
            )}
          >
            {item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type DisclosureProps = {
  summary: ReactNode
  open?: boolean
  /** The content is rendered when it is first opened. */
  late?: boolean
  children: ReactNode
}

/** Collapsible details, which the browser's page search also opens. */
export function Disclosure({ summary, open = false, late = false, children }: DisclosureProps) {
  const [seen, setSeen] = useState(!late || open)
  return (
    <details open={open} onToggle={() => setSeen(true)} className="group">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md text-small font-medium text-gold-ink max-sm:min-h-11">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        {summary}
      </summary>
      <div className="pt-2">{seen && children}</div>
    </details>
  )
}

type MomentProps = { icon: ReactNode; tone?: Tone; children: ReactNode; note?: ReactNode }

/** An event of a timeline: an icon on a line to the next one. */
export function TimelineItem({ icon, tone = 'neutral', children, note }: MomentProps) {
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span aria-hidden className="absolute top-7 bottom-0 left-3.5 w-px bg-line group-last:hidden" />
      <span
        aria-hidden
        className={cn('flex size-7 shrink-0 items-center justify-center rounded-full [&_svg]:size-3.5', tones[tone])}
      >
        {icon}
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <div className="text-small">{children}</div>
        {note !== undefined && (
          <div className="flex flex-wrap justify-between gap-x-3 text-small text-ink-muted">{note}</div>
        )}
      </div>
    </li>
  )
}

export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return <ol aria-label={label}>{children}</ol>
}
