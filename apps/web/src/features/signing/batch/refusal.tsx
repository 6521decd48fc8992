import { isUnreported, problemOf } from '../../../lib/api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { describeFailure } from '../describe-failure.ts'
import { useSignFailureTexts } from '../texts/sign-failure.ts'
import { keyCodeOf, wrongPassphrase } from '../attempt.ts'
import type { SignMany } from './use-sign-many.ts'

/** The error that stopped the whole batch. */
export function Refusal({ many }: { many: SignMany }) {
  const signFailure = useSignFailureTexts()
  const problem = problemOf(many.failure)
  const keyCode = keyCodeOf(many.failure)
  if (!isUnreported(many.failure) || problem?.code === wrongPassphrase || keyCode === wrongPassphrase) return null
  return (
    <Alert variant="error" title={problem?.title ?? signFailure.failedTitle}>
      {describeFailure(problem, keyCode, signFailure)}
    </Alert>
  )
}
