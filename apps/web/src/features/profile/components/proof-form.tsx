import type { Proof } from '@foja/contracts/passkeys'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { answerChallenge, hasPasskeys, PasskeyCancelledError } from '../../../lib/session/passkey.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { fetchPasskeyChallenge, securityQuery } from '../api/profile.ts'
import type { Refusal } from '../use-send.ts'

type Props = { form: string; busy: boolean; refusal: Refusal | null; onProof: (proof: Proof) => void }

/**
 * What proves the user before a change of how they sign in: a passkey, or the password and, with a second factor, a
 * code of it.
 */
export function ProofForm({ form, busy, refusal, onProof }: Props) {
  const { data } = useQuery(securityQuery)
  const keys = data?.passkeys.keys ?? []
  const asksCode = data?.totp.enabled_at !== null || keys.length > 0
  // As the server accepts codes of the app, here and at the sign-in.
  const app = data?.totp.enabled_at !== null && !(data?.passkeys.required === true && keys.length > 0)
  const byPasskey = keys.length > 0 && hasPasskeys()
  return (
    <div className="flex flex-col gap-4">
      {byPasskey && <PasskeyProof busy={busy} refusal={refusal} onProof={onProof} />}
      {data?.has_password !== false && (
        <PasswordProof
          form={form}
          busy={busy}
          // The passkey's part shows its own refusals.
          refusal={byPasskey && refusal?.code === 'passkey_wrong' ? null : refusal}
          code={asksCode ? (app ? 'any' : 'recovery') : 'none'}
          onProof={onProof}
        />
      )}
    </div>
  )
}

function PasskeyProof({ busy, refusal, onProof }: Omit<Props, 'form'>) {
  const security = useSecurityTexts()
  const [failed, setFailed] = useState(false)
  const [asking, setAsking] = useState(false)
  const prove = async () => {
    setAsking(true)
    setFailed(false)
    try {
      onProof({ passkey: await answerChallenge(await fetchPasskeyChallenge()) })
    } catch (error) {
      if (!(error instanceof PasskeyCancelledError)) setFailed(true)
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      {failed && <Alert variant="error">{security.passkeyFailed}</Alert>}
      {refusal?.code === 'passkey_wrong' && <Alert variant="error">{refusal.detail}</Alert>}
      <Button block icon={<Fingerprint />} loading={busy || asking} onClick={() => void prove()}>
        {security.proveByPasskey}
      </Button>
      <p className="text-small text-ink-muted">{security.orByPassword}</p>
    </>
  )
}

/** `code`: kinds of code that count beside the password. */
type PasswordProps = Props & { code: 'none' | 'recovery' | 'any' }

function PasswordProof({ form, busy, refusal, code: accepted, onProof }: PasswordProps) {
  const security = useSecurityTexts()
  const asksCode = accepted !== 'none'
  const [label, missing, wrong] =
    accepted === 'any'
      ? [security.proofCode, security.proofCodeMissing, refusal?.detail]
      : [security.proofRecoveryCode, security.proofRecoveryCodeMissing, security.proofRecoveryCodeWrong]
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const passwordRef = useRef<HTMLInputElement>(null)
  const codeRef = useRef<HTMLInputElement>(null)
  const typedCode = code.trim()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setSubmitted(true)
    if (password === '') passwordRef.current?.focus()
    else if (asksCode && typedCode === '') codeRef.current?.focus()
    else onProof({ current_password: password, ...(asksCode ? { code: typedCode } : {}) })
  }
  const shownAtField = ['password_wrong', 'totp_wrong']
  const passwordFault = refusal?.code === 'password_wrong' ? security.currentPasswordWrong : undefined
  const codeFault = refusal?.code === 'totp_wrong' ? wrong : undefined
  return (
    <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {refusal !== null && !shownAtField.includes(refusal.code ?? '') && (
        <Alert variant="error">{refusal.detail}</Alert>
      )}
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
      {asksCode && (
        <Field label={label} error={submitted && typedCode === '' ? missing : codeFault}>
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
      )}
    </form>
  )
}
