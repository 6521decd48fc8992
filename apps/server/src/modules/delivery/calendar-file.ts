import type { StoredEmail } from './email-trail.ts'

/** What the file is called that a message brings for a calendar: without a method it may hold several appointments. */
export const calendarFile = (method: StoredEmail['calendar_method']): string =>
  method === null ? 'citas.ics' : 'cita.ics'
