import { SignInForm } from '../../features/session/components/sign-in-form.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths, safeReturn } from '../../lib/paths.ts'
import { SignInLayout } from '../shell/sign-in-layout.tsx'
import { useNavigate } from '../../lib/router.tsx'
import { routeOf } from '../route-of.ts'

const route = routeOf('/ingresar')

export function SignInRoute() {
  const { session } = useTexts()
  const navigate = useNavigate()
  const { volver } = route.useSearch()
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
      <SignInForm onSignedIn={() => void navigate({ href: safeReturn(volver), replace: true })} />
    </SignInLayout>
  )
}
