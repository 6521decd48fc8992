import { useQueryClient } from '@tanstack/react-query'
import { trustAnchorsQuery } from './api/trust.ts'
import { invalidate, queryKeys } from '../../lib/api/query-keys.ts'

/** Refetches everything that depends on the trusted authorities. */
export function useRefreshVerdicts() {
  const queries = useQueryClient()
  return () =>
    invalidate(
      queries,
      trustAnchorsQuery.queryKey,
      queryKeys.authorities(),
      queryKeys.verification(),
      queryKeys.document(),
      queryKeys.signer(),
      queryKeys.preflight(),
    )
}
