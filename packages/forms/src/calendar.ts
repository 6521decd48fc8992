/** A day of the (proleptic) Gregorian calendar: month and day from 1. */
export type Day = { year: number; month: number; day: number }

/** Parses `2026-11-20`; undefined for other formats and impossible days. Years from 1000 to 9999. */
export function readDay(text: string): Day | undefined {
  const match = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(text)
  if (match === null) return undefined
  return realDay(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** The day, or undefined when it does not exist, such as 29 February outside leap years. */
export function realDay(year: number, month: number, day: number): Day | undefined {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1) return undefined
  return day <= daysOf(year, month) ? { year, month, day } : undefined
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Formats as `2026-11-20`. */
export function dayText({ year, month, day }: Day): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

export function twoDigits(figure: number): string {
  return String(figure).padStart(2, '0')
}
