import type { Solicitud } from '@foja/contracts/solicitudes'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useClientState } from '../../lib/session/client-state.tsx'
import { invalidate, queryKeys } from '../../lib/api/query-keys.ts'

/**
 * Refetches everything that shows a request. Resolves when the case file on the screen is current, so that its actions
 * are up to date.
 */
export function useApply() {
  const queries = useQueryClient()
  const { updateSolicitud } = useClientState()
  return useCallback(
    async (...changed: readonly Solicitud[]) => {
      for (const one of changed) updateSolicitud(one)
      void invalidate(queries, queryKeys.solicitudes(), queryKeys.metrics(), queryKeys.summary(), queryKeys.agenda())
      await invalidate(queries, queryKeys.solicitud())
    },
    [queries, updateSolicitud],
  )
}
