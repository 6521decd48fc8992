import { useRef, useState, type FormEvent } from 'react'
import { useSecurityTexts } from '../texts/security.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { fetchTotpSecret, type TotpSecret } from '../api/security.ts'
import type { Sending } from '../use-send.ts'

type Props = { form: string; sending: Sending; onSecret: (secret: TotpSecret) => void }

/** First step of the second factor: confirms the identity. */
export function TotpPassword({ form, sending, onSecret }: Props) {
  const security = useSecurityTexts()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const { send, busy, refusal } = sending
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(password === '')
    if (password === '') return input.current?.focus()
    const secret = await send(() => fetchTotpSecret({ current_password: password }))
    if (secret === undefined) input.current?.select()
    else onSecret(secret)
    return undefined
  }
  const wrong = refusal?.code === 'password_wrong'
  return (
    <form id={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {refusal !== null && !wrong && <Alert variant="error">{refusal.detail}</Alert>}
      <Field
        label={security.currentPassword}
        error={missing ? security.currentPasswordMissing : wrong ? security.currentPasswordWrong : undefined}
      >
        <PasswordInput ref={input} autoFocus value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
    </form>
  )
}
