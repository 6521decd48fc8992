import { useUserFormsTexts } from '../texts/user-forms.ts'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

type Props = {
  value: string
  error: string | undefined
  onChange: (password: string) => void
  /** Why it is asked for; by default to confirm the identity. */
  hint?: string
}

/** The caller's own password, required before changing how a user signs in. */
export function OwnPasswordField({ value, error, onChange, hint }: Props) {
  const texts = useUserFormsTexts()
  return (
    <Field label={texts.ownPassword} error={error} hint={hint ?? texts.ownPasswordHint} required>
      <PasswordInput value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
