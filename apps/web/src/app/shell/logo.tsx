import { useShellTexts } from '../../shared/texts/shell.ts'
import { cn } from '../../ui/cn.ts'

/** A signed golden sheet of paper with a folded corner. The same drawing as `public/favicon.svg`. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn('shrink-0', className ?? 'size-6')}>
      <path
        className="fill-primary"
        d="M7 1.5h12.2L28 10.3V27a3.5 3.5 0 0 1-3.5 3.5h-17A3.5 3.5 0 0 1 4 27V4.5a3 3 0 0 1 3-3Z"
      />
      <path fill="#82641a" d="M19.2 1.5 28 10.3h-6.3a2.5 2.5 0 0 1-2.5-2.5Z" />
      <path
        className="fill-none stroke-on-brand"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M8.6 22.6c2.2-.5 4-5.8 5.6-5.8 1.5 0-.6 5.6 1 5.6s1.9-3.4 3.3-3.4c1.2 0 .4 2.7 1.8 2.7 1 0 1.5-.7 3.1-.8"
      />
    </svg>
  )
}

/** The mark with the name. */
export function Logo({ className }: { className?: string }) {
  const shell = useShellTexts()
  return (
    <span className={cn('inline-flex items-center gap-2.5 text-ink', className)}>
      <LogoMark />
      <span className="text-[1.125rem]/6 font-bold tracking-tight">{shell.product}</span>
    </span>
  )
}
