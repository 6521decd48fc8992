import { ProfilePage } from '../../features/profile/components/profile-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { AppPage, useLeave } from '../app-page.tsx'

export function ProfileRoute() {
  const { profile } = useTexts()
  return (
    <AppPage crumbs={[{ label: profile.title }]} phoneTitle={profile.title}>
      <ProfilePage onSignOut={useLeave()} />
    </AppPage>
  )
}
