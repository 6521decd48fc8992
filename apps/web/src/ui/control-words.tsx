import type { ReactNode } from 'react'

type Props = {
  /** Of the control, which its hint describes: `${id}-hint`. */
  id: string
  label: ReactNode
  hint?: ReactNode
  className?: string
}

/** The words beside a box or a switch, and a hint under them. */
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
