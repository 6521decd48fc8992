import { Check, Minus } from 'lucide-react'
import * as Radix from 'radix-ui/checkbox'
import { useId, type ReactNode } from 'react'
import { cn } from './cn.ts'

type Props = {
  checked?: boolean | 'indeterminate'
  defaultChecked?: boolean
  onCheckedChange?: (checked: boolean) => void
  /** The words beside it; or give `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  'aria-label'?: string
  name?: string
  disabled?: boolean
  className?: string
}

/** Yes or no, kept when the form is sent. */
export function Checkbox({ label, hint, onCheckedChange, className, ...rest }: Props) {
  const id = useId()
  const box = (
    <Radix.Root
      {...rest}
      id={id}
      {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      onCheckedChange={(checked) => onCheckedChange?.(checked === true)}
      className={cn(
        'group touch-target flex size-4.5 shrink-0 items-center justify-center rounded-sm border border-control bg-panel text-on-brand disabled:opacity-50',
        'data-[state=checked]:border-gold-ink data-[state=checked]:bg-primary',
        'data-[state=indeterminate]:border-gold-ink data-[state=indeterminate]:bg-primary',
        label === undefined && className,
      )}
    >
      <Radix.Indicator>
        <Check className="hidden stroke-[2.5] size-3.5 group-data-[state=checked]:block" />
        <Minus className="hidden stroke-[2.5] size-3.5 group-data-[state=indeterminate]:block" />
      </Radix.Indicator>
    </Radix.Root>
  )
  if (label === undefined) return box
  return (
    <div className={cn('flex items-start gap-2.5 max-sm:py-2', className)}>
      <span className="flex h-5 items-center">{box}</span>
      <div className="min-w-0">
        <label htmlFor={id} className="text-body">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-small text-ink-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
