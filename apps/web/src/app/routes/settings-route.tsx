import { Landmark } from 'lucide-react'
import { SigningSettingsPage } from '../../features/signing/settings/signing-settings-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/router/paths.ts'
import { AppPage } from '../app-page.tsx'
import { useOfficeLinks } from '../use-office-links.tsx'

export function SettingsRoute() {
  const { app, mySignature } = useTexts()
  const links = useOfficeLinks({ to: paths.trustAnchors(), icon: <Landmark />, label: app.nav.trust })
  return (
    <AppPage crumbs={[{ label: mySignature.pageTitle, to: paths.signer() }, { label: mySignature.settings }]}>
      <SigningSettingsPage links={links} />
    </AppPage>
  )
}
