import { useSyncExternalStore } from 'react'

/** Whether calls reach the server: the browser's own notice, and what the last call met. */
let reached = true
const listeners = new Set<() => void>()

export function noteReached(now: boolean): void {
  if (now === reached) return
  reached = now
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

type Connection = 'fine' | 'offline' | 'unreachable'
const read = (): Connection => (!navigator.onLine ? 'offline' : reached ? 'fine' : 'unreachable')

export const useConnection = (): Connection => useSyncExternalStore(subscribe, read)
