import type { SampleCase } from './sample-cases.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** When each step of a sample case happened; null if it has not. */
export type SampleDates = {
  created: Date
  sent: Date | null
  /** Start of the mediation. */
  begun: Date | null
  hearing: Date | null
  /** End of the mediation; the case is concluded after it. */
  settled: Date | null
  concluded: Date | null
  /** The latest of them, hearings excluded. */
  last: Date
}

/** Hours of hearings in UTC: half past nine, eleven and three in Quito. */
const hearingHours = [14.5, 16, 20]

/**
 * Keeps hearings off weekends: a future one moves to Monday, a past one to Friday. Hearings of the same day get
 * different hours.
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

/** A working hour some days ago, in UTC (five more than in Quito); weekends move to Friday. */
function workingMoment(now: Date, daysAgo: number, hour: number, index: number): Date {
  const at = new Date(now.getTime() - daysAgo * dayMs)
  const shift = { 0: -2, 6: -1 }[at.getUTCDay()] ?? 0
  at.setUTCDate(at.getUTCDate() + shift)
  at.setUTCHours(hour, (index * 17 + hour * 7) % 60, 0, 0)
  return at
}

/**
 * The steps of a case in order, relative to `now`; `index` spreads them over a day. Each step has its own hour, so that
 * steps that move to the same Friday stay in order.
 */
export function sampleDates(sample: SampleCase, now: Date, index: number): SampleDates {
  const { daysAgo, daysAhead, status } = sample
  const moment = (days: number, hour: number) => workingMoment(now, days, hour, index)
  const created = moment(daysAgo, 14)
  const sent = status === 'pendiente' ? null : moment(daysAgo - 1, 16)
  const isMediated = sample.documents.some(({ mediacion }) => mediacion !== undefined)
  const begun = isMediated ? moment(daysAgo - 2, 19) : null
  const hearing = daysAhead === undefined ? null : hearingDay(now, daysAhead, index)
  const after = (hours: number) =>
    status === 'concluido' && hearing !== null ? new Date(hearing.getTime() + hours * hourMs) : null
  const settled = after(1)
  const concluded = after(1.5)
  return { created, sent, begun, hearing, settled, concluded, last: concluded ?? begun ?? sent ?? created }
}
