import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDraft } from '../lib/session/draft.ts'
import { icons } from './alert.tsx'
import { cn } from './cn.ts'
import { useUiTexts } from './texts/ui.ts'

const inks = { error: 'text-error-ink', warning: 'text-gold-ink', info: 'text-on-soft-info' } as const

type Props = {
  /** Names the notice: once closed it stays closed for this user in this browser tab, until they sign out. */
  id: string
  variant: keyof typeof inks
  title: ReactNode
  children?: ReactNode
  action: ReactNode
}

/** One line of 36 px at the top of a page: what happened, its action, and a button that closes it. */
export function Notice({ id, variant, title, children, action }: Props) {
  const { close } = useUiTexts()
  const [closed, setClosed] = useDraft(`notice:${id}`, false)
  if (closed) return null
  const Icon = icons[variant]
  return (
    <div
      role={variant === 'error' ? 'alert' : 'status'}
      className="mb-3 flex min-h-9 items-center gap-2.5 rounded-lg border border-line bg-panel pr-1 pl-4 text-small shadow-card max-sm:pl-3"
    >
      <Icon aria-hidden className={cn('size-4.5 shrink-0', inks[variant])} />
      <p className="min-w-0 flex-1 truncate py-1.5">
        <strong className="font-semibold">{title}</strong> <span className="text-ink-muted">{children}</span>
      </p>
      <div className="shrink-0 font-semibold text-gold-ink hover:underline">{action}</div>
      <button
        type="button"
        aria-label={close}
        className="touch-target flex size-8 shrink-0 items-center justify-center rounded-md text-ink-muted hover:bg-muted hover:text-ink [&_svg]:size-4"
        onClick={() => setClosed(true)}
      >
        <X aria-hidden />
      </button>
    </div>
  )
}
