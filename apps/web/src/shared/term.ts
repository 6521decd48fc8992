import { signingRequestLimits as limits } from '@foja/contracts/request-states'
import type { term } from './texts/term.ts'
import { localToday } from '../lib/format/local-moment.ts'

/** How long people are asked. */
export type Term = {
  /** Last day in the user's time zone, YYYY-MM-DD. */
  lastDay: string
  /** Days between reminders; null for none. */
  remind: number | null
}

const dayMs = 86_400_000

/** The day so many days from now, as the value of a date input. */
export const dayIn = (days: number): string => localToday(Date.now() + days * dayMs)

/** The usual term. */
export const usualTerm = (): Term => ({ lastDay: dayIn(limits.usualDays), remind: 3 })

/** The end of the last day; null without one. */
function endOf(lastDay: string): Date | null {
  const end = new Date(`${lastDay}T23:59:59`)
  return lastDay === '' || Number.isNaN(end.getTime()) ? null : end
}

export type DayFault = keyof (typeof term)['faults']

/** What is wrong with the last day; null if nothing is. */
export function dayFault(lastDay: string, now = Date.now()): DayFault | null {
  const end = endOf(lastDay)
  if (end === null) return 'dayMissing'
  if (end.getTime() <= now) return 'dayPast'
  return end.getTime() > now + limits.days * dayMs ? 'dayFar' : null
}

/** The term as the calls have it. */
export function termBody({ lastDay, remind }: Term): { expires_at?: string; remind_every_days: number | null } {
  const end = endOf(lastDay)
  return { ...(end === null ? {} : { expires_at: end.toISOString() }), remind_every_days: remind }
}
