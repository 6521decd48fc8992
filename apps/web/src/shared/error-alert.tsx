import { isUnreported, problemOf } from '../lib/api/call.ts'
import { Alert } from '../ui/alert.tsx'
import { useDomainTexts } from './texts/domain.ts'

/** The error of a call, unless the page reports it already. `title`: if there was no response. */
export function ErrorAlert({ error, title }: { error: unknown; title?: string }) {
  const domain = useDomainTexts()
  const problem = problemOf(error)
  if (!isUnreported(error)) return null
  return (
    <Alert variant="error" title={problem?.title ?? title}>
      {problem?.detail ?? domain.tryAgainLater}
    </Alert>
  )
}
