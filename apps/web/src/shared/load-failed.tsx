import { CloudOff, RefreshCw } from 'lucide-react'
import { useDomainTexts } from './texts/domain.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { problemOf } from '../lib/api/call.ts'
import { SupportCode } from './support-code.tsx'

type Props = { error: unknown; onRetry: () => void; level?: 1 | 2 | 3 }

/** A failed request: the reason, what is safe, and a retry button. */
export function LoadFailed({ error, onRetry, level = 2 }: Props) {
  const domain = useDomainTexts()
  const problem = problemOf(error)
  return (
    <EmptyState
      icon={<CloudOff />}
      tone="error"
      level={level}
      title={problem?.title ?? domain.loadFailedTitle}
      action={
        <Button icon={<RefreshCw />} onClick={onRetry}>
          {domain.retry}
        </Button>
      }
    >
      {problem?.detail ?? domain.loadFailedText}
      <SupportCode problem={problem} />
    </EmptyState>
  )
}

/** What was loaded before stays while it cannot be updated; with a retry. */
export function Stale({ onRetry, className = 'mb-3' }: { onRetry: () => void; className?: string }) {
  const domain = useDomainTexts()
  return (
    <Alert
      variant="warning"
      className={className}
      action={
        <button type="button" className="underline underline-offset-2" onClick={onRetry}>
          {domain.retry}
        </button>
      }
    >
      {domain.stale}
    </Alert>
  )
}
