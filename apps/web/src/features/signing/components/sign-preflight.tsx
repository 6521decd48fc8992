import type { UseQueryResult } from '@tanstack/react-query'
import type { Preflight } from '../api/signing.ts'
import type { KeySource } from '../sign-draft.ts'
import { CheckKey, type KeyToCheck } from './check-key.tsx'
import { PreflightBox } from './preflight-box.tsx'

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
  if (source === 'browser') return <CheckKey {...key} />
  return <PreflightBox lines={query.data?.lines} failed={query.isError} onRetry={() => void query.refetch()} />
}
