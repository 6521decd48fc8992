import { Fingerprint } from 'lucide-react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSecondStepTexts } from '../texts/second-step.ts'
import type { SignInFailure } from '../use-sign-in.ts'

type Props = {
  onPasskey: () => void
  onCode: () => void
  onBack: () => void
  failure: SignInFailure | null
  busy: boolean
}

/** Second step of signing in, for users with a passkey. */
export function PasskeyStep({ onPasskey, onCode, onBack, failure, busy }: Props) {
  const secondStep = useSecondStepTexts()
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-section font-semibold">{secondStep.passkeyTitle}</h2>
        <p className="mt-1 text-ink-muted">{secondStep.passkeyText}</p>
      </div>
      {failure !== null && (
        <Alert variant="error" title={failure.title}>
          {failure.text}
        </Alert>
      )}
      <Button variant="primary" size="lg" block autoFocus icon={<Fingerprint />} loading={busy} onClick={onPasskey}>
        {secondStep.usePasskey}
      </Button>
      <div className="flex flex-col gap-1">
        <Button variant="ghost" block onClick={onCode}>
          {secondStep.useCode}
        </Button>
        <Button variant="ghost" block onClick={onBack}>
          {secondStep.back}
        </Button>
      </div>
    </div>
  )
}
