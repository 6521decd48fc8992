import { useEffect, useReducer } from 'react'

/** Re-renders every half minute, for relative times. */
export function useMinute(): void {
  const [, again] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const timer = setInterval(again, 30_000)
    return () => clearInterval(timer)
  }, [])
}
