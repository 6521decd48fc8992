import type { Clock } from '../deps.ts'

/** Limits how many log lines strangers can cause. */
export type LogRateLimit = {
  /** True if one more line may be written. */
  take: () => boolean
  /** Reports what a past minute dropped; may be called at any time. */
  settle: () => void
}

/** Admits `perMinute` lines per minute; calls `report` with the number of dropped lines once the minute is over. */
export function createLogRateLimit(clock: Clock, perMinute: number, report: (leftOut: number) => void): LogRateLimit {
  let minute = 0
  let lines = 0
  const settle = () => {
    const now = Math.floor(clock().getTime() / 60_000)
    if (now === minute) return
    if (lines > perMinute) report(lines - perMinute)
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
