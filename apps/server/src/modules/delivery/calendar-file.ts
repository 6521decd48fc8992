import type { StoredEmail } from './email-trail.ts'

/** Name of the calendar attachment. Without a method it may contain several appointments. */
export const calendarFile = (method: StoredEmail['calendar_method']): string =>
  method === null ? 'citas.ics' : 'cita.ics'
