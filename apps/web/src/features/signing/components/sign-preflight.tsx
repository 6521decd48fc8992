import type { UseQueryResult } from '@tanstack/react-query'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import type { Preflight } from '../api/signing.ts'
import type { KeySource } from '../sign-draft.ts'
import type { KeyToCheck } from './check-key.tsx'
import { PreflightBox } from './preflight-box.tsx'

// Only for a key in this browser.
const CheckKey = lazyPart(async () => (await import('./check-key.tsx')).CheckKey)

type Props = KeyToCheck & {
  source: KeySource
  /** For the stored certificate. */
  query: UseQueryResult<Preflight>
}

/**
 * Pre-flight by key source: for the stored certificate without a click, for a file after it was opened in this browser.
 * A file that is sent along is not opened before signing.
 */
export function SignPreflight({ source, query, ...key }: Props) {
  if (source === 'once') return null
  if (source === 'browser') return <CheckKey fallback={<SkeletonList rows={1} className="-mx-5" />} {...key} />
  return <PreflightBox lines={query.data?.lines} failed={query.isError} onRetry={() => void query.refetch()} />
}
