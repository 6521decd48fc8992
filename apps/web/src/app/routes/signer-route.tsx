import { SignerPage } from '../../features/signing/components/signer-page.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../use-may.ts'

export function SignerRoute() {
  const { mySignature } = useTexts()
  return (
    <AppPage crumbs={[{ label: mySignature.pageTitle }]} phoneTitle={mySignature.pageTitle}>
      <SignerPage mayTrust={useMay('trust.manage')} />
    </AppPage>
  )
}
