import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'required' | 'optional'> &
  Pick<ComponentProps<typeof Input>, 'type' | 'maxLength' | 'code' | 'autoFocus'> & {
    value: string
    onValueChange: (value: string) => void
  }

/** A text field of a form about another person: label, error, and no autofill. */
export function TextField({ label, hint, error, required, optional, onValueChange, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required} optional={optional}>
      <Input autoComplete="off" {...input} onChange={(event) => onValueChange(event.target.value)} />
    </Field>
  )
}
