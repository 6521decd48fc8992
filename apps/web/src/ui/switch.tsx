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

/** A setting that takes effect immediately. A restyled native checkbox. */
export function Switch(props: Props) {
  const { label, hint, hideLabel = false, aside, place = 'start', onCheckedChange, className, ...rest } = props
  const id = useId()
  const knob = (
    <span className="relative inline-flex h-5 w-9 shrink-0">
      <input
        {...rest}
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox has its own state
        role="switch"
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
        onChange={(event) => onCheckedChange?.(event.target.checked)}
        className="touch-target peer h-5 w-9 cursor-pointer appearance-none rounded-full border border-control bg-panel transition-colors checked:border-gold-ink checked:bg-gold-ink disabled:cursor-default disabled:opacity-50"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-0.75 left-0.75 size-3.5 rounded-full bg-control transition-transform peer-checked:translate-x-4 peer-checked:bg-on-gold-ink"
      />
    </span>
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
