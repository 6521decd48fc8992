import { Check, Minus } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { ControlWords } from './control-words.tsx'

type Props = {
  checked?: boolean | 'indeterminate'
  defaultChecked?: boolean
  onCheckedChange?: (checked: boolean) => void
  /** The visible label; otherwise give `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  'aria-label'?: string
  name?: string
  disabled?: boolean
  className?: string
}

/** A yes/no value of a form. A restyled native checkbox. */
export function Checkbox({ label, hint, checked, onCheckedChange, className, ...rest }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const partly = checked === 'indeterminate'
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = partly
  }, [partly])
  const box = (
    <span className={cn('relative inline-flex size-4.5 shrink-0 text-on-brand', label === undefined && className)}>
      <input
        {...rest}
        ref={input}
        id={id}
        type="checkbox"
        {...(checked === undefined ? {} : { checked: checked === true })}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        onChange={(event) => onCheckedChange?.(event.target.checked)}
        // On the input itself: a wrapper with a touch target would intercept the pointer.
        className="touch-target peer size-4.5 cursor-pointer appearance-none rounded-sm border border-control bg-panel checked:border-gold-ink checked:bg-primary indeterminate:border-gold-ink indeterminate:bg-primary disabled:cursor-default disabled:opacity-50"
      />
      <Check
        aria-hidden
        strokeWidth={2.5}
        className="pointer-events-none absolute top-0.5 left-0.5 hidden size-3.5 peer-checked:block peer-indeterminate:hidden"
      />
      <Minus
        aria-hidden
        strokeWidth={2.5}
        className="pointer-events-none absolute top-0.5 left-0.5 hidden size-3.5 peer-indeterminate:block"
      />
    </span>
  )
  if (label === undefined) return box
  return (
    <div className={cn('flex items-start gap-2.5 max-sm:py-2', className)}>
      <span className="flex h-5 items-center">{box}</span>
      <ControlWords id={id} label={label} hint={hint} />
    </div>
  )
}
