import { fromLocalMoment, type LocalMoment } from '../../lib/format/local-moment.ts'
import type { Chosen } from '../../shared/person-picker.tsx'

/** When, where and with whom, as the forms hold it. */
export type Appointment = { when: LocalMoment; lugar: string; asignado: Chosen | null }

export type DateFault = 'dateWrong' | 'datePast'

/** What is wrong with the date of a form; null when nothing is. `now` in milliseconds since 1970. */
export function faultOfDate(when: LocalMoment, now = Date.now()): DateFault | null {
  const moment = fromLocalMoment(when)
  if (moment === undefined) return 'dateWrong'
  return moment !== null && Date.parse(moment) < now ? 'datePast' : null
}
