import * as Radix from 'radix-ui/switch'
import { useId, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { ControlWords } from './control-words.tsx'

type Props = {
  checked?: boolean
  defaultChecked?: boolean
  onCheckedChange?: (checked: boolean) => void
  label: ReactNode
  hint?: ReactNode
  /** The label is only for screen readers, e.g. in a row that shows it already. */
  hideLabel?: boolean
  /** At the far right of the row: muted text such as PAdES B-T. */
  aside?: ReactNode
  /** `end` puts the switch at the right, as in a properties panel. */
  place?: 'start' | 'end'
  name?: string
  disabled?: boolean
  className?: string
}

/** A setting that takes effect immediately. */
export function Switch({ label, hint, hideLabel = false, aside, place = 'start', className, ...rest }: Props) {
  const id = useId()
  const knob = (
    <Radix.Root
      {...rest}
      id={id}
      {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      className="touch-target inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-panel p-0.5 transition-colors disabled:opacity-50 data-[state=checked]:border-gold-ink data-[state=checked]:bg-gold-ink"
    >
      <Radix.Thumb className="size-3.5 rounded-full bg-control transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-gold-ink" />
    </Radix.Root>
  )
  return (
    <div className={cn('flex items-start gap-2.5 max-sm:py-2', className)}>
      {place === 'start' && knob}
      <div className={hideLabel ? 'sr-only' : 'contents'}>
        <ControlWords id={id} label={label} hint={hint} className="text-body font-medium" />
      </div>
      {aside !== undefined && <span className="text-small text-ink-muted">{aside}</span>}
      {place === 'end' && knob}
    </div>
  )
}
