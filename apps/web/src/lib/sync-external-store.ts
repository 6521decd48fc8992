import { useEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react'

/** `select` that answers with the value it gave before when neither the snapshot nor the value has changed. */
function memoize<S, T>(
  select: (snapshot: S) => T,
  same: (before: T, now: T) => boolean,
  shown: RefObject<{ value: T } | undefined>,
) {
  let last: { snapshot: S; value: T } | undefined
  return (snapshot: S): T => {
    if (last !== undefined && Object.is(last.snapshot, snapshot)) return last.value
    const now = select(snapshot)
    const before = last ?? shown.current
    last = { snapshot, value: before !== undefined && same(before.value, now) ? before.value : now }
    return last.value
  }
}

/**
 * Stands in for the package `use-sync-external-store/shim/with-selector`, which brings along what React 18 and later
 * have themselves. The selection keeps its identity while `same` says that nothing changed.
 */
export function useSyncExternalStoreWithSelector<S, T>(
  subscribe: (listener: () => void) => () => void,
  read: () => S,
  readOnServer: (() => S) | null | undefined,
  select: (snapshot: S) => T,
  same: (before: T, now: T) => boolean = Object.is,
): T {
  const shown = useRef<{ value: T }>(undefined)
  const choose = useMemo(() => memoize(select, same, shown), [select, same])
  const value = useSyncExternalStore(
    subscribe,
    () => choose(read()),
    () => choose((readOnServer ?? read)()),
  )
  useEffect(() => {
    shown.current = { value }
  }, [value])
  return value
}
