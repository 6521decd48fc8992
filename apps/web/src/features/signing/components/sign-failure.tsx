import type { ReactNode } from 'react'
import { useSignFailureTexts } from '../texts/sign-failure.ts'
import { useSignOptionsTexts } from '../texts/sign-options.ts'
import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { describeFailure } from '../describe-failure.ts'
import { keyCodeOf, wrongPassphrase } from '../attempt.ts'
import type { Signing } from '../use-signing.ts'

/** Why signing failed, and what the user can do. */
export function SignFailure({ state }: { state: Signing }) {
  const signFailure = useSignFailureTexts()
  const problem = problemOf(state.error)
  const keyCode = keyCodeOf(state.error)
  if (!isUnreported(state.error) || problem?.code === wrongPassphrase || keyCode === wrongPassphrase) return null
  if (problem?.code === 'stale_document') {
    return (
      <Alert
        variant="warning"
        title={signFailure.staleTitle}
        button={{ label: signFailure.seeNew, onClick: () => void state.reload() }}
      >
        {signFailure.staleText}
      </Alert>
    )
  }
  return (
    <Alert variant="error" title={problem?.title ?? signFailure.failedTitle}>
      {describeFailure(problem, keyCode, signFailure)}
      {state.lower !== null && <LowerLevel state={state} />}
    </Alert>
  )
}

/** The level is never lowered silently: the user decides. */
function LowerLevel({ state }: { state: Signing }): ReactNode {
  const signOptions = useSignOptionsTexts()
  const signFailure = useSignFailureTexts()
  const { lower } = state
  if (lower === null) return null
  return (
    <span className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" loading={state.busy} onClick={() => state.submit()}>
        {signOptions.tryAgain}
      </Button>
      <Button size="sm" loading={state.busy} onClick={() => state.submit(lower)}>
        {signFailure.signLower[lower === 'B-T' ? 'B-T' : 'B-B']}
      </Button>
    </span>
  )
}
