import { Link2Off, CloudOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useAccountTexts } from '../texts/account.ts'
import { problemOf, wordsOf } from '../../../lib/api/call.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { fetchLink, type LinkFacts, choosePassword } from '../api/account.ts'
import { AccountCard } from './account-card.tsx'
import { minimumPassword, StrengthHint } from '../../../shared/strength-hint.tsx'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { usePasswordsTexts } from '../../../shared/texts/passwords.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { useOneFieldForm } from '../use-one-field-form.ts'

/** The token of a link in an email, or null. It is in the fragment, which browsers do not send to the server. */
export function readLinkToken(hash: string = window.location.hash): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')?.trim() ?? ''
  return /^[\w-]{1,100}$/.test(token) ? token : null
}

/** Also follows a change of the fragment, when another link is opened in the same tab without a reload. */
function useLinkToken(): string | null {
  const [token, setToken] = useState(() => readLinkToken())
  useEffect(() => {
    // A fragment for an in-page anchor (#contenido) does not clear the token.
    const follow = () => setToken((before) => readLinkToken() ?? before)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return token
}

type NewPasswordFormProps = {
  facts: LinkFacts
  token: string
  signedInAs: string | null
  onChosen: () => void | Promise<void>
  onExpired: () => void
}

/** Shows the account and the reason, and takes the new password. */
function NewPasswordForm({ facts, token, signedInAs, onChosen, onExpired }: NewPasswordFormProps) {
  const account = useAccountTexts()
  const passwords = usePasswordsTexts()
  const { dateTime } = useFormat()
  const [password, setPassword] = useState('')
  const { input, fieldError, failure, busy, submit } = useOneFieldForm({
    check: () => (password.length < minimumPassword ? passwords.short : undefined),
    send: async () => {
      try {
        await choosePassword(token, password)
        await onChosen()
      } catch (error) {
        if (problemOf(error)?.code !== 'link_expired') throw error
        onExpired()
      }
    },
    ofField: ['weak_password', 'validation_failed'],
  })

  const invited = facts.kind === 'invitation'
  const invitation = facts.company === null ? account.invitedNoCompany : account.invited(facts.company)
  return (
    <AccountCard
      title={invited ? account.hello(facts.nombre) : account.resetTitle}
      text={invited ? invitation : account.resetText}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {signedInAs !== null && <Alert variant="warning">{account.sessionOpen(signedInAs)}</Alert>}
        <div className="flex items-center gap-3 rounded-lg border border-line bg-canvas p-4">
          <Avatar name={facts.nombre} size="lg" silent />
          <div className="min-w-0">
            <p className="truncate font-semibold">{facts.nombre}</p>
            <p className="truncate text-small text-ink-muted">{facts.email}</p>
          </div>
        </div>
        {failure !== null && <Alert variant="error">{failure}</Alert>}
        {/* Lets the password manager store the password under the right account. */}
        <input type="email" name="email" autoComplete="username" value={facts.email} readOnly hidden />
        <Field label={account.password} error={fieldError} hint={<StrengthHint password={password} />}>
          <PasswordInput
            ref={input}
            size="lg"
            name="password"
            autoComplete="new-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block loading={busy}>
          {account.save}
        </Button>
        <p className="text-center text-small text-ink-muted">{account.goodUntil(dateTime(facts.expires_at))}</p>
      </form>
    </AccountCard>
  )
}

type State =
  | { step: 'checking' }
  | { step: 'good'; facts: LinkFacts }
  | { step: 'expired' }
  /** The check failed and the link may still be valid. `why`: the server's message. */
  | { step: 'unknown'; why: string | null }

type Props = {
  /** Name of the user signed in in this browser; their session ends when the password is set. */
  signedInAs: string | null
  onChosen: (person: { email: string; nombre: string }) => void | Promise<void>
}

/** The page behind the link of an invitation or a password reset. */
export function ChoosePasswordPage({ signedInAs, onChosen }: Props) {
  const account = useAccountTexts()
  const token = useLinkToken()
  if (token === null) return <Useless title={account.incompleteTitle} text={account.incompleteText} />
  return <LinkPage key={token} token={token} signedInAs={signedInAs} onChosen={onChosen} />
}

function LinkPage({ token, signedInAs, onChosen }: Props & { token: string }) {
  const account = useAccountTexts()
  const [state, setState] = useState<State>({ step: 'checking' })
  const check = useCallback(async () => {
    try {
      setState({ step: 'good', facts: await fetchLink(token) })
    } catch (error) {
      const problem = problemOf(error)
      const useless = problem?.code === 'link_expired' || problem?.code === 'validation_failed'
      setState(useless ? { step: 'expired' } : { step: 'unknown', why: problem === null ? null : wordsOf(error, '') })
    }
  }, [token])
  useEffect(() => void check(), [check])

  if (state.step === 'checking') {
    return (
      <AccountCard title={account.checking}>
        <Spinner className="size-7 text-gold-ink" />
      </AccountCard>
    )
  }
  if (state.step === 'expired') return <Useless title={account.expiredTitle} text={account.expiredText} />
  if (state.step === 'unknown') {
    const again = () => {
      setState({ step: 'checking' })
      void check()
    }
    return (
      <AccountCard
        icon={<CloudOff />}
        title={account.uncheckedTitle}
        text={state.why ?? account.uncheckedText}
        announce
      >
        <Button variant="primary" size="lg" block onClick={again}>
          {account.retry}
        </Button>
      </AccountCard>
    )
  }
  const { facts } = state
  return (
    <NewPasswordForm
      facts={facts}
      token={token}
      signedInAs={signedInAs}
      onChosen={() => onChosen({ email: facts.email, nombre: facts.nombre })}
      onExpired={() => setState({ step: 'expired' })}
    />
  )
}

/** Shown for a link that is invalid, with ways to continue. */
function Useless({ title, text }: { title: string; text: string }) {
  const account = useAccountTexts()
  return (
    <AccountCard icon={<Link2Off />} title={title} text={text} announce>
      <p className="mb-6 text-ink-muted">{account.invitationHelp}</p>
      <div className="flex flex-col gap-2">
        <Button asChild variant="primary" size="lg" block>
          <AppLink to={paths.forgotPassword()}>{account.askAnother}</AppLink>
        </Button>
        <Button asChild variant="ghost" size="lg" block>
          <AppLink to={paths.signIn()}>{account.goToSignIn}</AppLink>
        </Button>
      </div>
    </AccountCard>
  )
}
