import { ProfilePage } from '../../features/profile/components/profile-page.tsx'
import { useProfileTexts } from '../../features/profile/texts/profile.ts'
import { safeReturn } from '../../lib/router/paths.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { AppPage, useLeave } from '../app-page.tsx'
import { routeOf } from '../route-search.ts'

const route = routeOf('/perfil')

export function ProfileRoute() {
  const profile = useProfileTexts()
  const navigate = useNavigate()
  const { seguridad, volver } = route.useSearch()
  /** Continues to the page that the user was redirected from. */
  const goOn = () => {
    if (seguridad !== undefined) void navigate({ href: safeReturn(volver), replace: true })
  }
  return (
    <AppPage crumbs={[{ label: profile.title }]} phoneTitle={profile.title}>
      <ProfilePage onSignOut={useLeave()} securityWanted={seguridad !== undefined} onActivated={goOn} />
    </AppPage>
  )
}
