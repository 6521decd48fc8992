import type { DocumentDetails } from '@foja/contracts/documents'
import type { SignatureReport } from '@foja/contracts/verification'
import { AppLink } from '../../domain/app-link.tsx'
import { issuerUnknown } from '../../domain/describe-signature.ts'
import { SignaturesPanel } from '../../features/documents/components/signatures-panel.tsx'
import { VersionsPanel } from '../../features/documents/components/versions-panel.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { useMay } from '../use-may.ts'

type Props = { document: DocumentDetails }

/** What the signatures are worth, with the way to trust an authority for those who may. */
export function Signatures({ document }: Props) {
  const mayTrust = useMay('trust.manage')
  const repair = (signature: SignatureReport) => (mayTrust && issuerUnknown(signature) ? <TrustIssuer /> : undefined)
  return <SignaturesPanel document={document} repair={repair} />
}

export { VersionsPanel as Versions }

function TrustIssuer() {
  const { verdict } = useTexts()
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-small text-ink-muted">{verdict.trustText}</p>
      <Button asChild size="sm">
        <AppLink to={paths.trustAnchors()}>{verdict.trust}</AppLink>
      </Button>
    </div>
  )
}
