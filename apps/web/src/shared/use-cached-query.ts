import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** What the keys of the query cache that the shell looks at hold. */
type Known = {
  companies: readonly { id: string; nombre: string }[]
  metrics: { pendiente: number; agendado: number; concluido: number }
  'mail-state': { configured: boolean; failed: number }
  'notifications unread': { unread: number }
}

/** What the query cache holds under a key (its words, with spaces between), without ever asking the server for it. */
export function useCachedQuery<K extends keyof Known>(key: K): Known[K] | undefined {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queries],
  )
  return useSyncExternalStore(subscribe, () => queries.getQueryData<Known[K]>(key.split(' ')))
}
