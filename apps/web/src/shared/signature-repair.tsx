import type { SignatureReport } from '@foja/contracts/verification'
import { RefreshCw } from 'lucide-react'
import { useVerdictTexts } from './texts/verdict.ts'
import { paths } from '../lib/router/paths.ts'
import { Button } from '../ui/button.tsx'
import { AppLink } from './app-link.tsx'
import { awaitsRevocation, issuerUnknown } from './describe-signature.ts'

type Props = {
  signature: SignatureReport
  onAskAgain: () => void
  asking: boolean
  /** The reader may add authorities. */
  mayTrust: boolean
}

/** What the reader can do about a signature that is not confirmed yet. */
export function SignatureRepair({ signature, onAskAgain, asking, mayTrust }: Props) {
  const verdict = useVerdictTexts()
  if (awaitsRevocation(signature)) {
    return (
      <Button size="sm" icon={<RefreshCw />} loading={asking} onClick={onAskAgain} className="max-sm:w-full">
        {verdict.askAgain}
      </Button>
    )
  }
  if (!issuerUnknown(signature) || !mayTrust) return null
  return (
    <>
      <p className="basis-full text-small text-ink-muted">{verdict.trustHint}</p>
      <Button asChild size="sm" className="max-sm:w-full">
        <AppLink to={paths.trustAnchors()}>{verdict.goTrust}</AppLink>
      </Button>
    </>
  )
}
