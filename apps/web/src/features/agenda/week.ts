/**
 * Days and weeks of the user's calendar, as `2026-11-23`. The arithmetic uses dates, because a day may have 23 or 25
 * hours.
 */

const two = (value: number) => String(value).padStart(2, '0')

export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** The start of a day in the user's time zone. */
export const startOf = (day: string): Date => {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

export const addDays = (day: string, count: number): string => {
  const at = startOf(day)
  return dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() + count))
}

/** One letter per day. Spanish uses L M X J V as in Spain, because Tuesday and Wednesday would share a letter. */
export const letterOf = (day: string, locale: string): string =>
  startOf(day).toLocaleDateString(locale.startsWith('es') ? 'es-ES' : locale, { weekday: 'narrow' })

/** The Monday of the week of `day`. */
export const mondayOf = (day: string): string => addDays(day, -((startOf(day).getDay() + 6) % 7))

export const weekOf = (monday: string): string[] => Array.from({ length: 7 }, (_, at) => addDays(monday, at))

/** Parses a day from the URL; undefined if the calendar has no such day. */
export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return undefined
  return dayOf(startOf(value)) === value ? value : undefined
}

/** Minutes since midnight in the user's time zone. */
export const minutesOf = (at: Date): number => at.getHours() * 60 + at.getMinutes()
