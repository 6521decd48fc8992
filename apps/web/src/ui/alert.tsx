import { cva, type VariantProps } from 'class-variance-authority'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

const variants = cva('flex items-start gap-3 rounded-lg px-4 py-3 text-body [&_a]:underline [&_a]:underline-offset-2', {
  variants: {
    variant: {
      success: 'bg-soft-success text-on-soft-success',
      error: 'bg-soft-error text-on-soft-error',
      warning: 'bg-soft-warning text-on-soft-warning',
      info: 'bg-soft-info text-on-soft-info',
    },
  },
  defaultVariants: { variant: 'info' },
})

export const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }

type Props = VariantProps<typeof variants> & {
  /** What happened, in bold. */
  title?: ReactNode
  /** Details and what to do. */
  children?: ReactNode
  /** A link or a small button at the right (below on phones). */
  action?: ReactNode
  /** A small button as the action. */
  button?: { label: string; onClick: () => void }
  icon?: ReactNode
  className?: string
}

/** An inline message. Errors are announced immediately, others when the screen reader pauses. */
export function Alert({ variant, title, children, button, icon, className, ...rest }: Props) {
  const action = button === undefined ? rest.action : <SmallButton {...button} />
  const Icon = icons[variant ?? 'info']
  return (
    <div role={variant === 'error' ? 'alert' : 'status'} className={variants({ variant, className })}>
      <span aria-hidden className="mt-px flex [&_svg]:size-4.5">
        {icon ?? <Icon />}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action !== undefined && <div className="shrink-0 font-semibold">{action}</div>}
      </div>
    </div>
  )
}

function SmallButton({ label, onClick }: NonNullable<Props['button']>) {
  return (
    <Button size="sm" onClick={onClick}>
      {label}
    </Button>
  )
}
