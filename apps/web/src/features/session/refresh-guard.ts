const key = 'foja-refresh'
/** The page does not return to the same address by itself twice within this time, which prevents a loop. */
const quiet = 30_000

type Try = { to: string; at: number }

function read(): Try | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Try | null
  } catch {
    return null
  }
}

/** True if the page may return to `to` without asking: not tried in the last 30 seconds. */
export function mayReturnAutomatically(to: string, now: number = Date.now()): boolean {
  const last = read()
  return last === null || last.to !== to || now - last.at > quiet
}

export function recordReturn(to: string, now: number = Date.now()): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify({ to, at: now } satisfies Try))
    return true
  } catch {
    // Without storage there is no guard, so the user decides.
    return false
  }
}
