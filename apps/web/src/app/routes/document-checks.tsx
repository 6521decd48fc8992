import type { DocumentDetails } from '@foja/contracts/documents'
import type { SignatureReport } from '@foja/contracts/verification'
import { useQueryClient } from '@tanstack/react-query'
import { verificationQuery, verifyAgain } from '../../features/documents/api/verification.ts'
import { SignaturesPanel } from '../../features/documents/components/signatures-panel.tsx'
import { VersionsPanel } from '../../features/documents/components/versions-panel.tsx'
import { Strengthen } from '../../features/signing/components/strengthen.tsx'
import { TrustIssuer } from '../../features/trust/components/trust-issuer.tsx'
import { awaitsRevocation, issuerUnknown } from '../../shared/describe-signature.ts'
import { SignatureRepair } from '../../shared/signature-repair.tsx'
import { useMay } from '../../shared/use-may.ts'
import { useToastMutation } from '../../shared/use-toast-mutation.ts'

type Props = { document: DocumentDetails }

/** The verification result, with the way to ask an authority again and, for users who may, to trust one. */
export function Signatures({ document }: Props) {
  const queries = useQueryClient()
  const mayTrust = useMay('trust.manage')
  const { id_documento, sha256 } = document
  const again = useToastMutation({
    mutationFn: () => verifyAgain(id_documento),
    onSuccess: (found) => queries.setQueryData(verificationQuery(id_documento, sha256).queryKey, found),
  })
  const repair = (signature: SignatureReport) => {
    if (awaitsRevocation(signature)) {
      return (
        <SignatureRepair
          signature={signature}
          onAskAgain={() => again.mutate()}
          asking={again.isPending}
          mayTrust={mayTrust}
        />
      )
    }
    return mayTrust && issuerUnknown(signature) ? (
      <TrustIssuer idDocumento={id_documento} signature={signature} />
    ) : undefined
  }
  return (
    <SignaturesPanel
      document={document}
      repair={repair}
      actions={document.actions.includes('sign') ? <Strengthen document={document} /> : undefined}
    />
  )
}

export { VersionsPanel as Versions }
