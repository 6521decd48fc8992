import { useEffect, useState } from 'react'
import type { Failure } from '../lib/api/failure.ts'

const left = (until: number | null): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** The seconds until `until`, counted down; 0 without one. */
export function useCountdown(until: number | null): number {
  const [, tick] = useState(0)
  const seconds = left(until)
  useEffect(() => {
    if (until === null || seconds === 0) return undefined
    const timer = setTimeout(() => tick((before) => before + 1), until - Date.now() - (seconds - 1) * 1000)
    return () => clearTimeout(timer)
  }, [until, seconds])
  return seconds
}

/** `0:24` */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The seconds that the button whose call failed has to wait: it was `loading` when the failure was recorded. */
export function useWait(loading: boolean, failure: Failure | null): number {
  const [mine, setMine] = useState<number | null>(null)
  if (loading && failure !== null && failure.id !== mine) setMine(failure.id)
  return useCountdown(failure !== null && failure.id === mine && !loading ? failure.until : null)
}
