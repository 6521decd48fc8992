import { Link2Off, CloudOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { useAccountTexts } from '../texts/account.ts'
import { problemOf, wordsOf } from '../../../lib/api/call.ts'
import { paths } from '../../../lib/router/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { fetchLink, type LinkFacts } from '../api/account.ts'
import { useLinkToken } from '../link-token.ts'
import { AccountCard } from './account-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

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
