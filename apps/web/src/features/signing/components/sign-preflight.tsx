import type { UseQueryResult } from '@tanstack/react-query'
import type { Preflight } from '../api/signing.ts'
import type { KeySource } from '../sign-draft.ts'
import { CheckKey, type KeyToCheck } from './check-key.tsx'
import { PreflightBox } from './preflight-box.tsx'

type Props = KeyToCheck & {
  source: KeySource
  /** Of the stored certificate. */
  query: UseQueryResult<Preflight>
}

/**
 * Whether the others will accept what is about to be signed: of the stored certificate at once, of a file once it is
 * opened here. A file that travels is opened nowhere before.
 */
export function SignPreflight({ source, query, ...key }: Props) {
  if (source === 'once') return null
  if (source === 'browser') return <CheckKey {...key} />
  return <PreflightBox lines={query.data?.lines} failed={query.isError} onRetry={() => void query.refetch()} />
}
