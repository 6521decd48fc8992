import { notifyManager, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { queryKeys } from '../lib/api/query-keys.ts'

/** Types of the cached data that the shell reads, by key. */
type Known = {
  companies: readonly { id: string; nombre: string }[]
  metrics: { pendiente: number; agendado: number; concluido: number }
  mailState: { configured: boolean; failed: number }
  unread: { unread: number }
}

const keys = {
  companies: queryKeys.companies(),
  metrics: queryKeys.metrics(),
  mailState: queryKeys.mailState(),
  unread: queryKeys.notifications('unread'),
} satisfies Record<keyof Known, QueryKey>

/** The cached data of a query, without ever fetching it. */
export function useCachedQuery<K extends keyof Known>(key: K): Known[K] | undefined {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queries],
  )
  return useSyncExternalStore(subscribe, () => queries.getQueryData<Known[K]>(keys[key]))
}
