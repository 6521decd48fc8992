import { useQueryClient } from '@tanstack/react-query'
import { trustAnchorsQuery } from './api/trust-anchors.ts'

/** Refetches everything that depends on the trusted authorities. */
export function useRefreshVerdicts() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries(trustAnchorsQuery),
      queries.invalidateQueries({ queryKey: ['authorities'] }),
      // Verdicts depend on the trusted authorities.
      queries.invalidateQueries({ queryKey: ['verification'] }),
      queries.invalidateQueries({ queryKey: ['document'] }),
      queries.invalidateQueries({ queryKey: ['signer'] }),
      queries.invalidateQueries({ queryKey: ['preflight'] }),
    ])
}
