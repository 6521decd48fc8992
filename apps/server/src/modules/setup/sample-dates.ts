import type { SampleCase } from './sample-cases.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** When each step of a sample case happened; null for what has not. */
export type SampleDates = {
  created: Date
  sent: Date | null
  /** When its mediation began. */
  begun: Date | null
  hearing: Date | null
  /** When its mediation came to an end, and it was concluded after that. */
  settled: Date | null
  concluded: Date | null
  /** The newest of them that is not a plan. */
  last: Date
}

/** Hours of hearings in UTC: half past nine, eleven and three in Quito. */
const hearingHours = [14.5, 16, 20]

/**
 * Nobody works on weekends: a hearing to come that would fall on one moves to Monday, one that was to the Friday before.
 * The same day takes several hours.
 */
function hearingDay(now: Date, daysAhead: number, index: number): Date {
  const day = new Date(now.getTime() + daysAhead * dayMs)
  const [sunday, saturday] = daysAhead < 0 ? [-2, -1] : [1, 2]
  const shift = { 0: sunday, 6: saturday }[day.getUTCDay()] ?? 0
  day.setUTCDate(day.getUTCDate() + shift)
  const hour = hearingHours[index % hearingHours.length]!
  day.setUTCHours(Math.floor(hour), (hour % 1) * 60, 0, 0)
  return day
}

/** The steps of a case in their order, counted from `now`; `index` spreads hearings over a day's hours. */
export function sampleDates(sample: SampleCase, now: Date, index: number): SampleDates {
  const ago = (days: number, hours: number) => new Date(now.getTime() - days * dayMs - hours * hourMs)
  const { daysAgo, daysAhead, status } = sample
  const created = ago(daysAgo, 2)
  const isSent = status !== 'pendiente'
  const sent = isSent ? ago(daysAgo - 1, 1) : null
  const isMediated = sample.documents.some(({ mediacion }) => mediacion !== undefined)
  const begun = isMediated ? ago(daysAgo - 2, 3) : null
  const hearing = daysAhead === undefined ? null : hearingDay(now, daysAhead, index)
  const after = (hours: number) =>
    status === 'concluido' && hearing !== null ? new Date(hearing.getTime() + hours * hourMs) : null
  const settled = after(1)
  const concluded = after(1.5)
  return { created, sent, begun, hearing, settled, concluded, last: concluded ?? begun ?? sent ?? created }
}
