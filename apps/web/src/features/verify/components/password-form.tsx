import { Lock } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useVerifyTexts } from '../texts/verify.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

type Props = { name: string; wrong: boolean; onPassword: (password: string) => void; onCancel: () => void }

export function PasswordForm({ name, wrong, onPassword, onCancel }: Props) {
  const verify = useVerifyTexts()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(text === '')
    if (text !== '') onPassword(text)
  }
  const error = missing ? verify.passwordMissing : wrong && text === '' ? verify.passwordWrong : null
  return (
    <Card className="mx-auto w-full max-w-112 p-8 max-sm:p-5">
      <span
        aria-hidden
        className="mb-5 inline-flex size-13 items-center justify-center rounded-full bg-soft-primary text-on-soft-primary [&_svg]:size-6"
      >
        <Lock />
      </span>
      <h1 className="text-title-phone font-semibold">{verify.passwordTitle}</h1>
      <p className="mt-1 font-medium wrap-anywhere">{name}</p>
      <p className="mt-1 mb-5 text-ink-muted">{verify.passwordText}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label={verify.password} error={error}>
          <PasswordInput
            size="lg"
            autoFocus
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setMissing(false)
              setText(event.target.value)
            }}
          />
        </Field>
        <div className="flex gap-2">
          <Button size="lg" onClick={onCancel}>
            {verify.cancel}
          </Button>
          <Button type="submit" variant="primary" size="lg" className="flex-1">
            {verify.passwordButton}
          </Button>
        </div>
      </form>
    </Card>
  )
}
