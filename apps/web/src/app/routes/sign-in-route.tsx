import { ShieldCheck } from 'lucide-react'
import { OtherWay } from '../../features/session/components/provider-button.tsx'
import { SignInForm } from '../../features/session/components/sign-in-form.tsx'
import { explainSignInError } from '../../features/session/sign-in-errors.ts'
import { useSessionTexts } from '../../features/session/texts/session.ts'
import { readLastSignedInUser } from '../../lib/session/last-signed-in-user.ts'
import { paths, safeReturn } from '../../lib/router/paths.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useShellTexts } from '../../shared/texts/shell.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { routeOf } from '../route-search.ts'
import { SignInLayout } from '../shell/sign-in-layout.tsx'

const route = routeOf('/ingresar')

export function SignInRoute() {
  const session = useSessionTexts()
  const shell = useShellTexts()
  const navigate = useNavigate()
  const { volver, callbackUrl } = route.useSearch()
  const back = safeReturn(volver ?? callbackUrl)
  return (
    <SignInLayout
      footer={
        <a href={paths.help('/ingresar')} className="touch-target underline-offset-4 hover:underline">
          {shell.help}
        </a>
      }
    >
      <h1 className="text-[1.75rem]/9 font-semibold tracking-[-0.02em]">{session.signInTitle}</h1>
      <p className="mt-1 mb-6 text-ink-muted">{session.signInText}</p>
      <SignInForm onSignedIn={() => void navigate({ href: back, replace: true })} back={back} notice={<Notice />} />
      <div className="mt-4 flex flex-col gap-4">
        <OtherWay>{session.withoutAccount}</OtherWay>
        <Button asChild size="lg" block icon={<ShieldCheck aria-hidden />}>
          <a href={paths.verify()}>{session.verifyLink}</a>
        </Button>
      </div>
    </SignInLayout>
  )
}

/** What happened before: at the identity provider, to the password, or to the session. */
function Notice() {
  const session = useSessionTexts()
  const { error, aviso, volver } = route.useSearch()
  if (error !== undefined) {
    const { title, text } = explainSignInError(session, error)
    return (
      <Alert variant={error === 'SessionRequired' ? 'info' : 'error'} title={title}>
        {text}
      </Alert>
    )
  }
  if (aviso === 'clave')
    return (
      <Alert variant="success" title={session.passwordSavedTitle}>
        {session.passwordSavedText}
      </Alert>
    )
  // Signing out removes the remembered user.
  const known = readLastSignedInUser()
  if (known === null || known.email === '' || known.cameIn === false) return null
  return (
    <Alert variant="info" title={session.closedTitle}>
      {volver === undefined ? null : session.closedText}
    </Alert>
  )
}
