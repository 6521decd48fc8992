import type { ReactNode } from 'react'

type Props = {
  /** Id of the control, whose hint has the id `${id}-hint`. */
  id: string
  label: ReactNode
  hint?: ReactNode
  className?: string
}

/** Label and hint of a checkbox or switch. */
export function ControlWords({ id, label, hint, className = 'text-body' }: Props) {
  return (
    <div className="min-w-0 flex-1">
      <label htmlFor={id} className={className}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-small text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
