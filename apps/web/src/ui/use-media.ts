import { useCallback, useSyncExternalStore } from 'react'

/** Narrower than `md`: one column, cards in place of tables. */
export const phoneQuery = '(width < 48em)'

/** Used with fingers, which mostly have a camera at hand. */
export const touchQuery = '(pointer: coarse)'

/** Whether a media query holds now; draws again when that changes. */
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
