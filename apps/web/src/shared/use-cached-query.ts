import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Types of the cached data that the shell reads, by key. */
type Known = {
  companies: readonly { id: string; nombre: string }[]
  metrics: { pendiente: number; agendado: number; concluido: number }
  'mail-state': { configured: boolean; failed: number }
  'notifications unread': { unread: number }
}

/** The cached data of a query key (its parts joined by spaces), without ever fetching it. */
export function useCachedQuery<K extends keyof Known>(key: K): Known[K] | undefined {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queries],
  )
  return useSyncExternalStore(subscribe, () => queries.getQueryData<Known[K]>(key.split(' ')))
}
