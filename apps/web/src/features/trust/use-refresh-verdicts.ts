import { useQueryClient } from '@tanstack/react-query'
import { trustAnchorsQuery } from './api/trust-anchors.ts'

/** After the authorities changed: whatever rests on them is asked for again. */
export function useRefreshVerdicts() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries(trustAnchorsQuery),
      queries.invalidateQueries({ queryKey: ['authorities'] }),
      // Verdicts rest on this list.
      queries.invalidateQueries({ queryKey: ['verification'] }),
      queries.invalidateQueries({ queryKey: ['document'] }),
      queries.invalidateQueries({ queryKey: ['signer'] }),
      queries.invalidateQueries({ queryKey: ['preflight'] }),
    ])
}
