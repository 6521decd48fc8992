import { SigningSettingsPage } from '../../features/signing/settings/signing-settings-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { AppPage } from '../app-page.tsx'

export function SigningSettingsRoute() {
  const { signing } = useTexts()
  return (
    <AppPage crumbs={[{ label: signing.pageTitle, to: paths.signer() }, { label: signing.settings }]}>
      <SigningSettingsPage />
    </AppPage>
  )
}
