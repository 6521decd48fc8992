import { oneLine, type MailAddress } from './address.ts'

/** A calendar event (RFC 5545, VEVENT). */
export type CalendarEvent = {
  /** The same in every message about the event. */
  uid: string
  /** Grows with each change (RFC 5545, 3.8.7.4). */
  sequence: number
  /** Time of this text (DTSTAMP). */
  stamp: Date
  start: Date
  minutes: number
  summary: string
  description: string
  location: string | null
  url: string | null
  /** The recipient; null for a file to download. */
  attendee: MailAddress | null
  /** METHOD (RFC 5546); null for a file to download. */
  method: 'REQUEST' | 'CANCEL' | null
  /** True when it does not take place, as in each CANCEL. Default false. */
  cancelled?: boolean
  /** Reason of the cancellation, shown in the calendar (RFC 5546, 3.2.5). */
  comment?: string
  /** Text of the reminder on the day before. */
  alarm: string
}

/** RFC 5545, 3.3.11: escapes of a TEXT value; other control characters are not allowed. */
const escapeText = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n')

/** RFC 5545, 3.2: a quoted parameter contains neither quotes nor control characters. */
const quoted = (text: string) => `"${oneLine(text).replaceAll('"', "'")}"`

const firstInstant = Date.parse('0000-01-01T00:00:00Z')
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59)

/** RFC 5545, 3.3.5: an instant in UTC. Its year has four digits (3.3.4): later times become the last possible one. */
const instant = (date: Date) =>
  new Date(Math.max(firstInstant, Math.min(lastInstant, date.getTime())))
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d{3}/, '')

const person = (name: string, parameters: string, { name: shown, address }: MailAddress) =>
  `${name};CN=${quoted(shown === '' ? address : shown)}${parameters}:mailto:${address}`

const isCancelled = ({ method, cancelled }: CalendarEvent) => method === 'CANCEL' || cancelled === true

function alarmLines(event: CalendarEvent): string[] {
  const { alarm } = event
  if (isCancelled(event)) return []
  const description = `DESCRIPTION:${escapeText(alarm)}`
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', description, 'TRIGGER:-P1D', 'END:VALARM']
}

function eventLines(event: CalendarEvent): string[] {
  const { attendee, location, url, comment } = event
  const end = new Date(event.start.getTime() + event.minutes * 60_000)
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${instant(event.stamp)}`,
    `DTSTART:${instant(event.start)}`,
    `DTEND:${instant(end)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    ...(location === null || location === '' ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(url === null ? [] : [`URL:${url}`]),
    ...(comment === undefined ? [] : [`COMMENT:${escapeText(comment)}`]),
    `STATUS:${isCancelled(event) ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    ...(attendee === null
      ? []
      : [person('ATTENDEE', ';CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE', attendee)]),
    ...alarmLines(event),
    'END:VEVENT',
  ]
}

function objectOf(events: readonly CalendarEvent[], method: CalendarEvent['method']): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Foja//Foja//ES',
    'CALSCALE:GREGORIAN',
    ...(method === null ? [] : [`METHOD:${method}`]),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ].join('\n')
}

/** The logical lines of an iCalendar object with one event, without ORGANIZER: `finishCalendar` adds it and folds. */
export const writeCalendar = (event: CalendarEvent): string => objectOf([event], event.method)

/**
 * Like `writeCalendar`, for several events in one file without METHOD: a REQUEST may contain only one event (RFC 5546,
 * 3.2.2).
 */
export const writeCalendars = (events: readonly CalendarEvent[]): string =>
  objectOf(
    events.map((event) => ({ ...event, attendee: null, cancelled: isCancelled(event) })),
    null,
  )

/** Replaces the attendee's address in the lines of `writeCalendar`. */
export const calendarFor = (lines: string, address: string): string =>
  lines
    .split('\n')
    .map((line) =>
      line.startsWith('ATTENDEE;') ? `${line.slice(0, line.lastIndexOf(':mailto:'))}:mailto:${address}` : line,
    )
    .join('\n')

/** RFC 5545, 3.1: lines of at most 75 octets, never split within a character. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

/** Final iCalendar text: with its organizer, if known, folded, each line ended by CRLF. */
export function finishCalendar(lines: string, organizer: MailAddress | null): string {
  const all = lines
    .split('\n')
    .flatMap((line) =>
      line.startsWith('UID:') && organizer !== null ? [line, person('ORGANIZER', '', organizer)] : [line],
    )
  return all.map((line) => `${fold(line)}\r\n`).join('')
}
