import { useEffect, useEffectEvent, useRef } from 'react'

/** Hands each new value to `keep`, but not the first one. */
export function useKept<T>(value: T, keep: (value: T) => void): void {
  const tell = useEffectEvent(keep)
  const kept = useRef(value)
  useEffect(() => {
    if (value === kept.current) return
    kept.current = value
    tell(value)
  }, [value])
}
