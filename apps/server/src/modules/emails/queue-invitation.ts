import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import { appointmentLetter } from '@foja/mail/appointment-letter'
import { finishCalendar, writeCalendar, type CalendarEvent } from '@foja/mail/calendar'
import type { Transaction } from 'kysely'
import type { Locale } from '../../http/locale.ts'
import { companyNameOf, participantsOf } from './appointment-people.ts'
import { messageZone } from './message-zone.ts'
import { queueEmail, type MailDeps } from './queue-email.ts'

/** The appointment of a request. */
export type Appointment = {
  id_solicitud: string
  id_company: string
  titulo: string
  main_titulo: string
  /** Of a cancellation: the date that does not hold any more. */
  fecha: Date
  /** Zone of whoever chose it. */
  timeZone: string | null
  lugar: string | null
  /** `solicitud.calendar_sequence` before the step: 0 for the first invitation. */
  sequence: number
  partes: readonly Parte[]
  /** Ids of users; a user who was deactivated is told nothing. */
  assignee: string | null
  author: string
  /** Who schedules: answers go to them. Null: the system. */
  actor: { id: string; email: string } | null
  mensaje?: string | null
  /** Of a cancellation: nobody needs it any more, since its request was concluded. */
  concluded?: boolean
  /** Of a cancellation: the appointment holds for these, who are told nothing; it goes for the others. */
  still?: Pick<Appointment, 'id_company' | 'partes' | 'assignee' | 'author'>
}

/** An appointment takes one hour: the wire knows no length. */
const minutes = 60

const alarms: Record<Locale, (titulo: string) => string> = {
  es: (titulo) => `Mañana: ${titulo}`,
  en: (titulo) => `Tomorrow: ${titulo}`,
}

const concludedWords: Record<Locale, string> = {
  es: 'La solicitud concluyó; la cita ya no es necesaria.',
  en: 'The request was concluded; the appointment is no longer needed.',
}

type Facts = Pick<Appointment, 'id_solicitud' | 'titulo' | 'main_titulo' | 'fecha' | 'lugar' | 'sequence' | 'concluded'>

function eventOf(
  facts: Facts,
  stamp: Date,
  locale: Locale,
  more: Pick<CalendarEvent, 'attendee' | 'method' | 'url'>,
): string {
  const { titulo, main_titulo } = facts
  return writeCalendar({
    // The id is random and never given twice, so that this names the appointment in every calendar of the world.
    uid: `${facts.id_solicitud}@foja`,
    sequence: facts.sequence,
    stamp,
    start: facts.fecha,
    minutes,
    summary: titulo,
    description: main_titulo === titulo ? '' : main_titulo,
    location: facts.lugar,
    alarm: alarms[locale](titulo),
    ...(facts.concluded === true ? { cancelled: true, comment: concludedWords[locale] } : {}),
    ...more,
  })
}

/** The .ics of one appointment for somebody who may see it: an event without attendees that any calendar takes in. */
export function calendarOf(
  deps: Pick<MailDeps, 'clock' | 'origin'>,
  appointment: Facts,
  locale: Locale = 'es',
): string {
  const url = `${deps.origin()}/solicitudes/${appointment.id_solicitud}`
  return finishCalendar(eventOf(appointment, deps.clock(), locale, { attendee: null, method: null, url }), null)
}

/**
 * Calendar invitation (RFC 5545, RFC 5546) to the parties that have an address, to who mediates and to the author:
 * REQUEST when the request has a date, or another one; CANCEL when that goes, worded as no longer needed where the request
 * was concluded before it. Each gets a message of their own, so that
 * the parties do not learn each other's addresses.
 */
export async function queueInvitation(
  trx: Transaction<Database>,
  deps: MailDeps,
  method: 'REQUEST' | 'CANCEL',
  appointment: Appointment,
): Promise<void> {
  const company = await companyNameOf(trx, appointment.id_company)
  const kind = method === 'REQUEST' ? 'invitation' : 'cancellation'
  const staying = appointment.still === undefined ? [] : await participantsOf(trx, appointment.still)
  const stays = new Set(staying.map(({ address }) => address.toLowerCase()))
  for (const person of await participantsOf(trx, appointment)) {
    if (stays.has(person.address.toLowerCase())) continue
    const url = person.user === null ? null : `${deps.origin()}/solicitudes/${appointment.id_solicitud}`
    const { nombre, locale, address } = person
    const letter = appointmentLetter({
      ...appointment,
      kind: kind === 'cancellation' && appointment.concluded === true ? 'withdrawal' : kind,
      locale,
      nombre,
      company,
      timeZone: messageZone(deps.timeZone, appointment.timeZone),
      mensaje: appointment.mensaje ?? null,
      url,
      changed: appointment.sequence > 0,
    })
    const attendee = { name: nombre, address }
    await queueEmail(trx, deps, {
      kind,
      id_company: appointment.id_company,
      locale,
      to: [address],
      reply_to: appointment.actor?.email ?? null,
      ...letter,
      id_solicitud: appointment.id_solicitud,
      calendar: { method, lines: eventOf(appointment, deps.clock(), locale, { attendee, method, url }) },
      created_by: appointment.actor?.id ?? null,
    })
  }
}
