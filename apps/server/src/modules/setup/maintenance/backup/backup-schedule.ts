import { addDays, localTime, startOfDay } from '../../../../lib/zoned-days.ts'
import type { BackupState } from './backup-state.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A backup that is not done after this time ended with its process. */
const staleMs = 3 * hourMs
/** Twice the period. */
const oldMs = 48 * hourMs

/** The time of day of the backups, and the zone that it is in. */
type Schedule = { time: string; zone: string }

/** Zone of the schedule: the configured one, otherwise that of the computer. */
export const backupZone = (timeZone: string | null | undefined): string =>
  timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The last day on which `time` has passed. */
export function dueDay(now: Date, { time, zone }: Schedule): string {
  const local = localTime(now, zone)
  return local.time >= time ? local.day : addDays(local.day, -1)
}

const ageOf = (state: BackupState, now: Date) => now.getTime() - new Date(state.at).getTime()

/** True if the process of a running backup has ended. */
export const wasCutOff = (state: BackupState, now: Date): boolean =>
  state.status === 'running' && ageOf(state, now) > staleMs

/** True if a backup was asked for or is being made. */
export const isBackupUnderway = (state: BackupState | null, now: Date): boolean =>
  state?.status === 'asked' || (state?.status === 'running' && !wasCutOff(state, now))

/** True once a day, on request, an hour after a failure, and when the process of a running one has ended. */
export function isBackupDue(state: BackupState | null, day: string, now: Date): boolean {
  if (state === null || state.status === 'asked') return true
  if (state.status === 'running') return wasCutOff(state, now)
  return state.day < day || (state.status === 'failed' && ageOf(state, now) > hourMs)
}

/** True if the last complete backup is older than twice the period, or there is none since then. */
export const isBackupOld = ({ completed }: BackupState, now: Date): boolean =>
  completed !== null && now.getTime() - new Date(completed).getTime() > oldMs

/** When the next backup is due; on a day when the clocks change, up to an hour beside it. */
export function nextBackupAt(state: BackupState | null, schedule: Schedule, now: Date): Date {
  const day = dueDay(now, schedule)
  if (isBackupDue(state, day, now)) return now
  if (state?.status === 'failed') return new Date(new Date(state.at).getTime() + hourMs)
  const [hours = 0, minutes = 0] = schedule.time.split(':').map(Number)
  const start = startOfDay(addDays(day, 1), schedule.zone)
  return new Date(start.getTime() + hours * hourMs + minutes * minuteMs)
}
