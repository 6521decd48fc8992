/** Date and time in the user's time zone, as values of date and time inputs; empty for none. */
export type LocalMoment = { date: string; time: string }

export const noMoment: LocalMoment = { date: '', time: '' }

const two = (value: number) => String(value).padStart(2, '0')

/** 2026-11-30T14:30:00.000Z → { date: '2026-11-30', time: '09:30' } in Quito. */
export function toLocalMoment(iso: string | null): LocalMoment {
  if (iso === null) return noMoment
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return noMoment
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

/** The time in UTC; null if empty, undefined if incomplete or invalid. */
export function fromLocalMoment({ date, time }: LocalMoment): string | null | undefined {
  if (date === '' && time === '') return null
  if (date === '' || time === '') return undefined
  const at = new Date(`${date}T${time}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Today in the user's time zone, for the `min` of a date input. */
export const localToday = (now = Date.now()): string => toLocalMoment(new Date(now).toISOString()).date
