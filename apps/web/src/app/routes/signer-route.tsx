import { SignerPage } from '../../features/signing/components/signer-page.tsx'
import { useMySignatureTexts } from '../../features/signing/texts/my-signature.ts'
import { AppPage } from '../app-page.tsx'
import { useMay } from '../../shared/use-may.ts'

export function SignerRoute() {
  const mySignature = useMySignatureTexts()
  return (
    <AppPage crumbs={[{ label: mySignature.pageTitle }]} phoneTitle={mySignature.pageTitle}>
      <SignerPage mayTrust={useMay('trust.manage')} />
    </AppPage>
  )
}
