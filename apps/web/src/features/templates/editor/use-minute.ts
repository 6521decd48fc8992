import { useEffect, useReducer } from 'react'

/** Draws again every half a minute, for what is told of by how long ago it was. */
export function useMinute(): void {
  const [, again] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const timer = setInterval(again, 30_000)
    return () => clearInterval(timer)
  }, [])
}
