import { renderLink } from '../../shared/app-link.tsx'
import { ChoosePasswordPage } from '../../features/account/components/choose-password-page.tsx'
import { keepLastSignedInUser, readLastSignedInUser } from '../../lib/session/last-signed-in-user.ts'
import { leaveSession } from '../../lib/session/leave.ts'
import { paths } from '../../lib/router/paths.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { PublicLayout } from '../shell/public-layout.tsx'

export function ChoosePasswordRoute() {
  const { data: session, update } = useSession()
  const navigate = useNavigate()

  const goOn = async (person: { email: string; nombre: string }) => {
    // An open session would skip the sign-in. If it has just ended, signing out fails and only the state is updated.
    if (session !== null) await leaveSession().catch(() => update().catch(() => null))
    keepLastSignedInUser({ ...person, remember: readLastSignedInUser()?.remember ?? true, cameIn: false })
    await navigate({ href: paths.signInWithNewPassword(), replace: true })
  }
  return (
    <PublicLayout home={paths.home()} renderLink={renderLink} width="card">
      <ChoosePasswordPage signedInAs={session?.user.name ?? null} onChosen={goOn} />
    </PublicLayout>
  )
}
