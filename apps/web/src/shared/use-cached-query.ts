import { notifyManager, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { queryKeys } from '../lib/api/query-keys.ts'

/** Types of the cached data that others read, by key. */
type Known = {
  companies: readonly { id: string; nombre: string }[]
  mailState: { configured: boolean; failed: number }
}

const keys = {
  companies: queryKeys.companies(),
  mailState: queryKeys.mailState(),
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
