import { useTexts } from '../../../i18n/texts.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

type Props = {
  value: string
  error: string | undefined
  onChange: (password: string) => void
  /** What it is asked for; to confirm who it is unless something is said. */
  hint?: string
}

/** The password of whoever is at the screen, asked for before what decides how somebody signs in. */
export function OwnPasswordField({ value, error, onChange, hint }: Props) {
  const { userForms: texts } = useTexts()
  return (
    <Field label={texts.ownPassword} error={error} hint={hint ?? texts.ownPasswordHint} required>
      <PasswordInput value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
