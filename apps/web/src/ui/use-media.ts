import { useCallback, useSyncExternalStore } from 'react'

/** Narrower than `md`: one column, cards instead of tables. */
export const phoneQuery = '(width < 48em)'

/** Touch devices, which usually have a camera. */
export const touchQuery = '(pointer: coarse)'

/** Whether a media query matches; re-renders on changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
