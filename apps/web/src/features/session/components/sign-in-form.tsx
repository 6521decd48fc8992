import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useSessionTexts } from '../texts/session.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { readLastSignedInUser } from '../../../lib/session/last-signed-in-user.ts'
import { noteTypedEmail } from '../typed-email.ts'
import { useSignIn } from '../use-sign-in.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton } from './provider-button.tsx'
import { SecondStep } from './second-step.tsx'
import { isEmail } from '../../../lib/format/is-email.ts'

type Props = {
  onSignedIn: () => void
  /** The address to return to after signing in with the identity provider. */
  back: string
  /** A notice above the form; an error replaces it. */
  notice?: ReactNode
  /** The label of the button. */
  action?: string
}

/**
 * Email and password, then the code of the second factor. Errors are shown at their field, and the first invalid field
 * gets the focus.
 */
export function SignInForm({ onSignedIn, back, notice, action }: Props) {
  const session = useSessionTexts()
  const [email, setEmail] = useState(() => readLastSignedInUser()?.email ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(() => readLastSignedInUser()?.remember ?? true)
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({})
  const signIn = useSignIn()
  const { send, busy, failure } = signIn
  const emailRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  const check = () => {
    const found: typeof errors = {}
    if (email.trim() === '') found.email = session.emailMissing
    else if (!isEmail(email)) found.email = session.emailWrong
    if (password === '') found.password = session.passwordMissing
    setErrors(found)
    if (found.email !== undefined) emailRef.current?.focus()
    else if (found.password !== undefined) passwordRef.current?.focus()
    return found.email === undefined && found.password === undefined
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !check()) return
    if (await send(email, password, remember)) onSignedIn()
    else passwordRef.current?.select()
  }

  if (signIn.second !== null)
    return <SecondStep signIn={signIn} onSignedIn={onSignedIn} action={action ?? session.signInButton} />

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure === null ? (
        notice
      ) : (
        <Alert variant="error" title={failure.title}>
          <p>{failure.text}</p>
          {failure.invited !== undefined && <p className="mt-2">{failure.invited}</p>}
        </Alert>
      )}
      <Field label={session.email} error={errors.email}>
        <Input
          ref={emailRef}
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus={email === ''}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label={session.password} error={errors.password}>
        <PasswordInput
          ref={passwordRef}
          size="lg"
          name="password"
          autoFocus={email !== ''}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Checkbox label={session.remember} checked={remember} onCheckedChange={setRemember} />
      <Button type="submit" variant="primary" size="lg" block loading={busy} className="mt-1">
        {action ?? session.signInButton}
      </Button>
      <AppLink
        to={paths.forgotPassword()}
        onClick={() => noteTypedEmail(email.trim())}
        className="touch-target self-center text-small font-medium text-gold-ink"
      >
        {session.forgot}
      </AppLink>
      <PasskeyButton signIn={signIn} remember={remember} onSignedIn={onSignedIn} />
      <ProviderButton back={back} remember={remember} />
    </form>
  )
}
