import type { Solicitud } from '@foja/contracts/solicitudes'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useClientState } from '../../lib/session/client-state.tsx'

const around = [['solicitudes'], ['metrics'], ['summary'], ['agenda']]

/**
 * Tells everything that shows a request that it changed. Resolves when the case file on the screen has been read again,
 * so that what may be done with it is never what was possible before.
 */
export function useApply() {
  const queries = useQueryClient()
  const { updateSolicitud } = useClientState()
  return useCallback(
    async (...changed: readonly Solicitud[]) => {
      for (const one of changed) updateSolicitud(one)
      for (const queryKey of around) void queries.invalidateQueries({ queryKey })
      await queries.invalidateQueries({ queryKey: ['solicitud'] })
    },
    [queries, updateSolicitud],
  )
}
