import type { Parte } from '@foja/db/case-tables'
import type { Database } from '@foja/db/schema'
import { appointmentLetter, type AppointmentLetter } from '@foja/mail/appointment-letter'
import { finishCalendar, writeCalendar, type CalendarEvent } from '@foja/mail/calendar'
import type { Transaction } from 'kysely'
import type { Locale } from '../../texts/locale.ts'
import { tellTime, tellZone } from '@foja/mail/times'
import { keptBack, type Act } from '../outbox/notification-batch.ts'
import { companyNameOf, participantsOf, type Participant } from './appointment-people.ts'
import { messageZone } from '../outbox/message-zone.ts'
import { queueEmail, type MailDeps } from '../outbox/queue-email.ts'

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
  still?: Expected
  /** Of an invitation: the appointment as it was. Whoever was expected at the same one is told nothing. */
  was?: Expected & Pick<Appointment, 'titulo' | 'fecha' | 'lugar'>
  /** Act that this is part of: people of the office get one letter of all of it. */
  act?: Act | undefined
}

/** Who comes. */
type Expected = { id_company: string; partes: readonly Parte[]; assignee: string | null; author: string }

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
): CalendarEvent {
  const { titulo, main_titulo } = facts
  return {
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
  }
}

/** The .ics of one appointment for somebody who may see it: an event without attendees that any calendar takes in. */
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

/** Queues the message to one of those who are expected; `was`: the appointment at which they were expected before. */
async function writeTo(
  trx: Transaction<Database>,
  deps: MailDeps,
  person: Participant,
  { method, kind, company }: Invitation,
  appointment: Omit<Appointment, 'was'> & { was: AppointmentLetter['was'] },
): Promise<void> {
  const { nombre, locale, address, user } = person
  const { id_solicitud, id_company, fecha, lugar, titulo, actor, act, was = null } = appointment
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
    ...(user === null || act === undefined ? {} : { notBefore: keptBack(deps) }),
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
  act?.messages.push({
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
 * Calendar invitation (RFC 5545, RFC 5546) to the parties that have an address, to who mediates and to the author:
 * REQUEST when the request has a date, or another one, to those for whom it is new or another; CANCEL when that goes,
 * worded as no longer needed where the request was concluded before it. Each gets a message of their own, so that the
 * parties do not learn each other's addresses.
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
