import { useRef, useState, type FormEvent } from 'react'
import { useSecurityTexts } from '../texts/security.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import type { Proof } from '../api/security.ts'
import type { Refusal } from '../use-send.ts'

type Props = { form: string; busy: boolean; refusal: Refusal | null; onProof: (proof: Proof) => void }

/** Password and code with their errors. */
export function ProofForm({ form, busy, refusal, onProof }: Props) {
  const security = useSecurityTexts()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const passwordRef = useRef<HTMLInputElement>(null)
  const codeRef = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setSubmitted(true)
    if (password === '') passwordRef.current?.focus()
    else if (code.trim() === '') codeRef.current?.focus()
    else onProof({ current_password: password, code: code.trim() })
  }
  const wrongPassword = refusal?.code === 'password_wrong'
  const wrongCode = refusal?.code === 'totp_wrong'
  const passwordFault = wrongPassword ? security.currentPasswordWrong : undefined
  const codeFault = wrongCode ? refusal.detail : undefined
  return (
    <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {refusal !== null && !wrongPassword && !wrongCode && <Alert variant="error">{refusal.detail}</Alert>}
      <Field
        label={security.currentPassword}
        error={submitted && password === '' ? security.currentPasswordMissing : passwordFault}
      >
        <PasswordInput
          ref={passwordRef}
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field label={security.proofCode} error={submitted && code.trim() === '' ? security.proofCodeMissing : codeFault}>
        <Input
          ref={codeRef}
          code
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </form>
  )
}
