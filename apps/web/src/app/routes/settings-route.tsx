import { Landmark } from 'lucide-react'
import { SigningSettingsPage } from '../../features/signing/settings/signing-settings-page.tsx'
import { useAppTexts } from '../../ui/texts/app.ts'
import { useMySignatureTexts } from '../../features/signing/texts/my-signature.ts'
import { paths } from '../../lib/router/paths.ts'
import { AppPage } from '../app-page.tsx'
import { useOfficeLinks } from '../use-office-links.tsx'

export function SettingsRoute() {
  const app = useAppTexts()
  const mySignature = useMySignatureTexts()
  const links = useOfficeLinks({ to: paths.trustAnchors(), icon: <Landmark />, label: app.nav.trust })
  return (
    <AppPage crumbs={[{ label: mySignature.pageTitle, to: paths.signer() }, { label: mySignature.settings }]}>
      <SigningSettingsPage links={links} />
    </AppPage>
  )
}
