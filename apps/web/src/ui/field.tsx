import { CircleAlert } from 'lucide-react'
import { createContext, use, useId, type ReactNode } from 'react'
import { useUiTexts } from './texts/ui.ts'
import { cn } from './cn.ts'

type FieldIds = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

const FieldContext = createContext<FieldIds | null>(null)

type ControlProps = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
}

/** The ids that link a control to label, hint and error of its Field; the control's own props take precedence. */
export function useFieldProps<P extends ControlProps>(props: P): P {
  const field = use(FieldContext)
  if (field === null) return props
  return {
    ...props,
    id: props.id ?? field.id,
    'aria-describedby': props['aria-describedby'] ?? field.describedBy,
    'aria-invalid': props['aria-invalid'] ?? (field.invalid || undefined),
    'aria-required': props['aria-required'] ?? (field.required || undefined),
  }
}

/** Id of the label, for groups of controls, which a label's `for` cannot reference. */
export function useFieldLabelId(): string | undefined {
  const field = use(FieldContext)
  return field === null ? undefined : `${field.id}-label`
}

type Props = {
  label: ReactNode
  children: ReactNode
  hint?: ReactNode
  /** What to correct; shown instead of the hint. */
  error?: ReactNode
  required?: boolean
  /** Adds "opcional" to the label. */
  optional?: boolean
  /** At the right of the label: a link such as "La olvidé". */
  aside?: ReactNode
  /** Visible only to screen readers. */
  hideLabel?: boolean
  /** The control is a group (segmented control, radio buttons). */
  group?: boolean
  className?: string
}

/** A control with its label above and a hint or error below, linked for screen readers. */
export function Field(props: Props) {
  const { label, children, hint, error, required = false, optional, aside, hideLabel, group, className } = props
  const id = useId()
  const ui = useUiTexts()
  const invalid = error !== undefined && error !== null && error !== false && error !== ''
  const noteId = `${id}-note`
  const hasNote = invalid || (hint !== undefined && hint !== null)
  const Label = group === true ? 'span' : 'label'
  return (
    <FieldContext value={{ id, describedBy: hasNote ? noteId : undefined, invalid, required }}>
      <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
        <div className={hideLabel === true ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
          <Label
            id={`${id}-label`}
            {...(group === true ? {} : { htmlFor: id })}
            className="text-small font-medium text-ink"
          >
            {label}
            {optional === true && <span className="font-normal text-ink-muted"> · {ui.optional}</span>}
          </Label>
          {aside !== undefined && <span className="text-small">{aside}</span>}
        </div>
        {children}
        {hasNote && <Note id={noteId} error={invalid ? error : undefined} hint={hint} />}
      </div>
    </FieldContext>
  )
}

function Note({ id, error, hint }: { id: string; error: ReactNode; hint: ReactNode }) {
  if (error === undefined) {
    return (
      <p id={id} className="text-small text-ink-muted">
        {hint}
      </p>
    )
  }
  return (
    <p id={id} className="flex gap-1.5 text-small text-error-ink">
      <CircleAlert aria-hidden className="mt-0.5 size-4" />
      <span>{error}</span>
    </p>
  )
}
