const key = 'foja-refresh'
/** Within this time the page does not try the same address by itself again: that is what keeps it from looping. */
const quiet = 30_000

type Try = { to: string; at: number }

function read(): Try | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Try | null
  } catch {
    return null
  }
}

/** True when the way back to `to` may be taken without asking: not tried in the last 30 seconds. */
export function mayReturnAlone(to: string, now: number = Date.now()): boolean {
  const last = read()
  return last === null || last.to !== to || now - last.at > quiet
}

export function noteReturn(to: string, now: number = Date.now()): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify({ to, at: now } satisfies Try))
    return true
  } catch {
    // Without memory there is no guard: the person decides.
    return false
  }
}
