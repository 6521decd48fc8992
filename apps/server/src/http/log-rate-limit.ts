import type { Clock } from '../deps.ts'

/** Bounds what strangers can make the log write. */
export type LogRateLimit = {
  /** Whether one more line may be written. */
  take: () => boolean
  /** Tells what a minute that is over left out; called at any time. */
  settle: () => void
}

/** Lets `perMinute` lines through each minute; `tell` hears how many were left out, once the minute is over. */
export function createLogRateLimit(clock: Clock, perMinute: number, tell: (leftOut: number) => void): LogRateLimit {
  let minute = 0
  let lines = 0
  const settle = () => {
    const now = Math.floor(clock().getTime() / 60_000)
    if (now === minute) return
    if (lines > perMinute) tell(lines - perMinute)
    minute = now
    lines = 0
  }
  return {
    settle,
    take() {
      settle()
      lines += 1
      return lines <= perMinute
    },
  }
}
