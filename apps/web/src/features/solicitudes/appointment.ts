import { fromLocalMoment, type LocalMoment } from '../../lib/format/local-moment.ts'
import type { Chosen } from '../../shared/person-picker.tsx'

/** Date, place and assignee as form values. */
export type Appointment = { when: LocalMoment; lugar: string; asignado: Chosen | null }

export type DateFault = 'dateWrong' | 'datePast'

/** The error in the date of a form, or null. `now` in milliseconds since 1970. */
export function faultOfDate(when: LocalMoment, now = Date.now()): DateFault | null {
  const moment = fromLocalMoment(when)
  if (moment === undefined) return 'dateWrong'
  return moment !== null && Date.parse(moment) < now ? 'datePast' : null
}
