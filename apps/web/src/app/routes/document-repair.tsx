import type { SignatureReport } from '@foja/contracts/verification'
import { TrustIssuer } from '../../features/trust/components/trust-issuer.tsx'
import { awaitsRevocation, issuerUnknown } from '../../shared/describe-signature.ts'
import { SignatureRepair } from '../../shared/signature-repair.tsx'

type Props = {
  idDocumento: string
  signature: SignatureReport
  onAskAgain: () => void
  asking: boolean
  mayTrust: boolean
}

/** The way to ask an authority again and, for users who may, to trust one. */
export function DocumentRepair({ idDocumento, ...props }: Props) {
  const { signature, mayTrust } = props
  if (awaitsRevocation(signature)) return <SignatureRepair {...props} />
  return mayTrust && issuerUnknown(signature) && <TrustIssuer idDocumento={idDocumento} signature={signature} />
}
