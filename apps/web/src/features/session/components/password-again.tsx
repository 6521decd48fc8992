import { useState, type FormEvent } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useRefreshTexts } from '../texts/refresh.ts'
import { useSessionTexts } from '../texts/session.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import type { LastSignedInUser } from '../../../lib/session/last-signed-in-user.ts'
import { useSignIn } from '../use-sign-in.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton } from './provider-button.tsx'
import { SecondStep } from './second-step.tsx'

type Props = { person: LastSignedInUser; back: string; onSignedIn: () => void; onNotMe: () => void }

/** Asks only for the password of the user remembered by this browser. */
export function PasswordAgain({ person, back, onSignedIn, onNotMe }: Props) {
  const refresh = useRefreshTexts()
  const session = useSessionTexts()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const signIn = useSignIn()
  const { send, busy, failure } = signIn

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '' && !busy && (await send(person.email, password, person.remember === true))) onSignedIn()
  }

  if (signIn.second !== null)
    return <SecondStep signIn={signIn} onSignedIn={onSignedIn} action={refresh.continueButton} />

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <Avatar name={person.nombre} size="lg" silent />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{person.nombre}</p>
          <p className="truncate text-small text-ink-muted">{person.email}</p>
        </div>
        <button type="button" onClick={onNotMe} className="touch-target text-small font-medium text-gold-ink">
          {refresh.notMe}
        </button>
      </div>
      <input type="email" name="email" autoComplete="username" value={person.email} readOnly hidden />
      {failure !== null && (
        <Alert variant="error" title={failure.title}>
          {failure.text}
        </Alert>
      )}
      <Field label={session.password} error={missing ? session.passwordMissing : undefined}>
        <PasswordInput
          size="lg"
          name="password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block loading={busy}>
        {refresh.continueButton}
      </Button>
      <AppLink to={paths.forgotPassword()} className="touch-target self-center text-small font-medium text-gold-ink">
        {session.forgot}
      </AppLink>
      <PasskeyButton signIn={signIn} remember={person.remember === true} onSignedIn={onSignedIn} />
      <ProviderButton back={back} remember={person.remember === true} />
    </form>
  )
}
