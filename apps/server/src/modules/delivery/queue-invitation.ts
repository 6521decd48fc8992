import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import { appointmentLetter, type AppointmentLetter } from '@foja/mail/appointment-letter'
import { finishCalendar, writeCalendar, type CalendarEvent } from '@foja/mail/calendar'
import type { Transaction } from 'kysely'
import type { Locale } from '../../texts/locale.ts'
import { tellTime, tellZone } from '@foja/mail/times'
import { batchedUntil, type NotificationBatch, messageZone, queueEmail, type MailDeps } from '../outbox/public.ts'
import { companyNameOf, participantsOf, type Participant } from './appointment-people.ts'

/** The appointment of a request. */
export type Appointment = {
  id_solicitud: string
  id_company: string
  titulo: string
  main_titulo: string
  /** For a cancellation: the date that is cancelled. */
  fecha: Date
  /** Time zone of the user who chose the date. */
  timeZone: string | null
  lugar: string | null
  /** `solicitud.calendar_sequence` before the step: 0 for the first invitation. */
  sequence: number
  partes: readonly Parte[]
  /** Ids of users; deactivated ones get no message. */
  assignee: string | null
  author: string
  /** The user who schedules, to whom replies go. Null: the system. */
  actor: { id: string; email: string } | null
  mensaje?: string | null
  /** For a cancellation: the request was concluded, so the appointment is no longer needed. */
  concluded?: boolean
  /** For a cancellation: participants of the remaining appointment, who get no message. */
  still?: Expected
  /** For an invitation: the previous appointment. Its participants get no message if nothing changed. */
  was?: Expected & Pick<Appointment, 'titulo' | 'fecha' | 'lugar'>
  /** The batch that this belongs to; its messages to users of the office are merged. */
  batch?: NotificationBatch | undefined
}

/** Determines the participants. */
type Expected = { id_company: string; partes: readonly Parte[]; assignee: string | null; author: string }

/** Length of an appointment, as the API has none. */
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
): CalendarEvent {
  const { titulo, main_titulo } = facts
  return {
    // The id is random and never reused, so it is unique in every calendar.
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
  }
}

/** The .ics file of one appointment for download: an event without attendees that any calendar imports. */
export function calendarOf(
  deps: Pick<MailDeps, 'clock' | 'origin'>,
  appointment: Facts,
  locale: Locale = 'es',
): string {
  const url = `${deps.origin()}/solicitudes/${appointment.id_solicitud}`
  const event = eventOf(appointment, deps.clock(), locale, { attendee: null, method: null, url })
  return finishCalendar(writeCalendar(event), null)
}

const addressesOf = async (trx: Transaction<Database>, expected: Expected | undefined) =>
  new Set(
    (expected === undefined ? [] : await participantsOf(trx, expected)).map(({ address }) => address.toLowerCase()),
  )

const isSame = (a: Appointment, b: Pick<Appointment, 'titulo' | 'fecha' | 'lugar'>) =>
  a.fecha.getTime() === b.fecha.getTime() && (a.lugar ?? '') === (b.lugar ?? '') && a.titulo === b.titulo

function kindOf(method: 'REQUEST' | 'CANCEL', { concluded, still }: Appointment) {
  if (method === 'REQUEST') return 'invitation'
  if (concluded === true) return 'withdrawal'
  return still === undefined ? 'cancellation' : 'left'
}

type Invitation = {
  method: 'REQUEST' | 'CANCEL'
  kind: Exclude<AppointmentLetter['kind'], 'reminder'>
  company: string
}

/** Queues the message to one participant; `was`: the previous appointment, if they were invited to it. */
async function writeTo(
  trx: Transaction<Database>,
  deps: MailDeps,
  person: Participant,
  { method, kind, company }: Invitation,
  appointment: Omit<Appointment, 'was'> & { was: AppointmentLetter['was'] },
): Promise<void> {
  const { nombre, locale, address, user } = person
  const { id_solicitud, id_company, fecha, lugar, titulo, actor, batch, was = null } = appointment
  const url = user === null ? null : `${deps.origin()}/solicitudes/${id_solicitud}`
  const timeZone = messageZone(deps.timeZone, appointment.timeZone)
  const mensaje = appointment.mensaje ?? null
  const letter = appointmentLetter({
    ...appointment,
    kind,
    ...person,
    company,
    timeZone,
    mensaje,
    url,
    changed: was !== null,
  })
  const event = eventOf(appointment, deps.clock(), locale, { attendee: { name: nombre, address }, method, url })
  const draft = {
    kind: method === 'REQUEST' ? ('invitation' as const) : ('cancellation' as const),
    reply_to: actor?.email ?? null,
    created_by: actor?.id ?? null,
  }
  const { id } = await queueEmail(trx, deps, {
    ...draft,
    ...letter,
    id_company,
    locale,
    to: [address],
    ...(user === null ? {} : { reader: { id: user, about: { requests: [id_solicitud] } } }),
    id_solicitud,
    calendar: { method, lines: writeCalendar(event) },
    ...(user === null || batch === undefined ? {} : { notBefore: batchedUntil(deps) }),
  })
  if (user === null) return
  const when = tellTime(fecha, locale, timeZone)
  const facts = {
    actor: company,
    titulo,
    fecha: `${when} (${tellZone(fecha, locale, timeZone)})`,
    lugar,
    motivo: null,
    mensaje,
  }
  const reader = { id: user, address, nombre, locale }
  batch?.messages.push({
    id,
    id_company,
    reader,
    request: id_solicitud,
    kind,
    facts,
    appointment: { kind, event, draft, company, when },
  })
}

/**
 * Sends a calendar invitation (RFC 5545, RFC 5546) to the parties with an address, the mediator and the author: REQUEST
 * for a new or changed appointment, to those for whom it is new or changed; CANCEL when it is removed, worded as no
 * longer needed when the request was concluded. Each gets a separate message, so that parties do not see each other's
 * addresses.
 */
export async function queueInvitation(
  trx: Transaction<Database>,
  deps: MailDeps,
  method: 'REQUEST' | 'CANCEL',
  appointment: Appointment,
): Promise<void> {
  const company = await companyNameOf(trx, appointment.id_company)
  const { still, was } = appointment
  const stays = await addressesOf(trx, still)
  const known = await addressesOf(trx, was)
  const isUnchanged = was !== undefined && isSame(appointment, was)
  for (const person of await participantsOf(trx, appointment)) {
    const address = person.address.toLowerCase()
    if (stays.has(address) || (isUnchanged && known.has(address))) continue
    const before = was !== undefined && known.has(address) ? was : null
    const kind = kindOf(method, appointment)
    await writeTo(trx, deps, person, { method, kind, company }, { ...appointment, was: before })
  }
}
