import { useSyncExternalStore } from 'react'

let slot: HTMLElement | null = null
const listeners = new Set<() => void>()

/** The ref of the element above the heading of a page that takes the failure of its action. */
export function setFailureSlot(element: HTMLElement | null): void {
  slot = element
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Null on pages without one, which have their heading in the bar. */
export const useFailureSlot = (): HTMLElement | null => useSyncExternalStore(subscribe, () => slot)
