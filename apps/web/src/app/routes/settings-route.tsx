import { SigningSettingsPage } from '../../features/signing/settings/signing-settings-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { AppPage } from '../app-page.tsx'

export function SettingsRoute() {
  const { mySignature } = useTexts()
  return (
    <AppPage crumbs={[{ label: mySignature.pageTitle, to: paths.signer() }, { label: mySignature.settings }]}>
      <SigningSettingsPage />
    </AppPage>
  )
}
