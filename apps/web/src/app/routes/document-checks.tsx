import type { DocumentDetails } from '@foja/contracts/documents'
import type { SignatureReport } from '@foja/contracts/verification'
import { issuerUnknown } from '../../shared/describe-signature.ts'
import { SignaturesPanel } from '../../features/documents/components/signatures-panel.tsx'
import { VersionsPanel } from '../../features/documents/components/versions-panel.tsx'
import { Strengthen } from '../../features/signing/components/strengthen.tsx'
import { TrustIssuer } from '../../features/trust/components/trust-issuer.tsx'
import { useMay } from '../../shared/use-may.ts'

type Props = { document: DocumentDetails }

/** The verification result, with the way to trust an authority for users who may. */
export function Signatures({ document }: Props) {
  const mayTrust = useMay('trust.manage')
  const repair = (signature: SignatureReport) =>
    mayTrust && issuerUnknown(signature) ? (
      <TrustIssuer idDocumento={document.id_documento} signature={signature} />
    ) : undefined
  return (
    <SignaturesPanel
      document={document}
      repair={repair}
      actions={document.actions.includes('sign') ? <Strengthen document={document} /> : undefined}
    />
  )
}

export { VersionsPanel as Versions }
