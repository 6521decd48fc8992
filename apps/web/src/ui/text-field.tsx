import type { ComponentProps } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'required' | 'optional'> &
  Pick<ComponentProps<typeof Input>, 'type' | 'maxLength' | 'code' | 'autoFocus'> & {
    value: string
    onValueChange: (value: string) => void
  }

/** One line of text of a form about somebody else: under its label, with what is wrong with it; nothing is filled in. */
export function TextField({ label, hint, error, required, optional, onValueChange, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required} optional={optional}>
      <Input autoComplete="off" {...input} onChange={(event) => onValueChange(event.target.value)} />
    </Field>
  )
}
