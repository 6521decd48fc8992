/** Calendar days in a time zone (IANA name or offset), as instants. */

const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (format === undefined) {
    const numbers = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-CA', { timeZone, ...numbers, second: '2-digit', hourCycle: 'h23' })
    // Cache limit: about all zones of the world; clients may send others as offsets.
    if (formats.size < 700) formats.set(timeZone, format)
  }
  return format
}

/** Local time at `at`: `2026-11-20` and `14:05`. */
export function localTime(at: Date, timeZone: string): { day: string; time: string } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute } = parts
  return { day: `${year?.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}` }
}

/** Milliseconds that local time is ahead of UTC at `at`. */
function offsetAt(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  wall.setUTCHours(hour, minute, second)
  return wall.getTime() - Math.floor(at / 1000) * 1000
}

/** The first instant of a day (`YYYY-MM-DD`), also if the clocks change at midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = new Date(day).getTime()
  const instants = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - offsetAt(near, timeZone))
    .filter((instant) => localTime(new Date(instant), timeZone).day === day)
  return new Date(instants.length === 0 ? midnight : Math.min(...instants))
}

/** Adds days to `day`. */
export function addDays(day: string, days: number): string {
  return new Date(new Date(day).getTime() + days * dayMs).toISOString().slice(0, 10)
}

/** The Monday of a day's week (ISO 8601). */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}
