import type { Problem } from '@foja/contracts/problem'
import { useDomainTexts } from './texts/domain.ts'

/** The request id of a failed call, which support asks for; nothing for an error that the user can correct. */
export function SupportCode({ problem }: { problem: Problem | null }) {
  const domain = useDomainTexts()
  if (problem?.request_id === undefined || problem.status === 400) return null
  return (
    <span className="mt-1 block text-small">
      {domain.supportCode} <span className="code wrap-anywhere">{problem.request_id}</span>
    </span>
  )
}
