import { SignInForm } from '../../features/session/components/sign-in-form.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths, safeReturn } from '../../lib/paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { SignInLayout } from '../shell/sign-in-layout.tsx'
import { useNavigate } from '../../lib/router.tsx'
import { routeOf } from '../route-of.ts'

const route = routeOf('/ingresar')

export function SignInRoute() {
  const { session } = useTexts()
  const navigate = useNavigate()
  const { volver, error, aviso } = route.useSearch()
  const back = safeReturn(volver)
  return (
    <SignInLayout
      footer={
        <a href={paths.verify()} className="underline">
          {session.verifyLink}
        </a>
      }
    >
      <h1 className="text-[1.75rem]/9 font-semibold tracking-[-0.02em]">{session.signInTitle}</h1>
      <p className="mt-1 mb-6 text-ink-muted">{session.signInText}</p>
      {error !== undefined && (
        <Alert
          variant="error"
          className="mb-4"
          title={error === 'OidcUnknown' ? session.oidcUnknownTitle : session.oidcFailedTitle}
        >
          {error === 'OidcUnknown' ? session.oidcUnknownText : session.oidcFailedText}
        </Alert>
      )}
      {aviso === 'clave' && (
        <Alert variant="success" className="mb-4" title={session.passwordSavedTitle}>
          {session.passwordSavedText}
        </Alert>
      )}
      <SignInForm onSignedIn={() => void navigate({ href: back, replace: true })} back={back} />
    </SignInLayout>
  )
}
