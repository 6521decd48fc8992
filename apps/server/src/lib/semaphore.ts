import { ProblemError } from '../http/problem.ts'

/** Limits how many tasks run at a time. `enter` waits for a slot and returns the function that frees it. */
export type Semaphore = {
  enter: () => Promise<() => void>
  load: () => { running: number; waiting: number }
}

/** Seconds after which a refused request may try again. */
export const retryAfter = 5

/** `enter` throws `ProblemError` unavailable when `maxWaiting` wait already. */
export function createSemaphore(places: number, maxWaiting: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = places
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    async enter() {
      if (free > 0) free -= 1
      else if (waiting.length >= maxWaiting) throw new ProblemError('unavailable', { retryAfter })
      else await new Promise<void>((resolve) => void waiting.push(resolve))
      return leave
    },
    load: () => ({ running: places - free, waiting: waiting.length }),
  }
}
