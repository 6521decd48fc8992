import type { Database } from '@foja/db/schema'
import { actLetter, type ActKind } from '@foja/mail/act-letter'
import { appointmentNote, type AppointmentLetter } from '@foja/mail/appointment-letter'
import { writeCalendar, writeCalendars, type CalendarEvent } from '@foja/mail/calendar'
import { noticeLetter } from '@foja/mail/notice-letter'
import type { NoticeFacts, NoticeKind } from '@foja/mail/notice-words'
import type { Transaction } from 'kysely'
import type { Locale } from '../../texts/locale.ts'
import { enqueueEmail, queueEmail, type EmailDraft, type MailDeps } from './queue-email.ts'

/** A message to a user of the office about one request, sent as part of a batch. */
export type BatchedMessage = {
  /** Id of the queued message. */
  id: string
  id_company: string | null
  reader: { id: string; address: string; nombre: string; locale: Locale }
  request: string
  kind: ActKind
  facts: Pick<NoticeFacts, 'actor' | 'titulo' | 'fecha' | 'lugar' | 'motivo' | 'mensaje'>
  /** For a message that repeats a notification. */
  notice?: { kind: NoticeKind; facts: NoticeFacts; url: string }
  /** For an appointment; `when` is formatted for the reader. */
  appointment?: {
    kind: AppointmentLetter['kind']
    event: CalendarEvent
    draft: Pick<EmailDraft, 'kind' | 'reply_to' | 'created_by'>
    company: string
    when: string
  }
}

/**
 * The messages of one action of a user on one or more requests, each in its own transaction. Those to users of the
 * office are delayed (`batchedUntil`), and `sendNotificationBatch` merges them into one letter per user. If it never
 * runs, they go out one by one.
 */
export type NotificationBatch = { messages: BatchedMessage[] }

export const startNotificationBatch = (): NotificationBatch => ({ messages: [] })

const delayMs = 60_000

/** Time until which the messages of a batch wait for `sendNotificationBatch`. */
export const batchedUntil = ({ clock }: Pick<MailDeps, 'clock'>): Date => new Date(clock().getTime() + delayMs)

/** The main message about a request: the notice, else the appointment. */
const mainOf = (about: readonly BatchedMessage[]) => about.find(({ notice }) => notice !== undefined) ?? about[0]!

/** Prefers the time and place of the appointment over those of the notice. */
function factsOf(about: readonly BatchedMessage[]): BatchedMessage['facts'] {
  const { facts } = mainOf(about)
  const planned = about.find(({ appointment }) => appointment !== undefined)?.facts
  return { ...facts, fecha: planned?.fecha ?? facts.fecha, lugar: planned?.lugar ?? facts.lugar }
}

const eventsOf = (about: readonly BatchedMessage[]) => about.flatMap(({ appointment }) => appointment?.event ?? [])

/** Merges the notice and the appointment of one request into a letter; null unless there is one of each. */
function letterOfOne(about: readonly BatchedMessage[]): Omit<EmailDraft, 'to' | 'locale' | 'id_company'> | null {
  const { notice, reader, request } = mainOf(about)
  const [appointment, ...others] = about.flatMap((one) => one.appointment ?? [])
  if (notice === undefined || appointment === undefined || others.length > 0) return null
  const { kind, event, draft, company, when } = appointment
  const facts = { ...notice.facts, ...factsOf(about) }
  const letter = noticeLetter({
    ...notice,
    facts,
    ...reader,
    attached: appointmentNote(kind, reader.locale, { company, when }),
  })
  return { ...draft, ...letter, id_solicitud: request, calendar: { method: event.method, lines: writeCalendar(event) } }
}

function letterOfMany(requests: readonly (readonly BatchedMessage[])[], origin: string) {
  const [first] = requests[0]!
  const events = requests.flatMap(eventsOf)
  const letter = actLetter({
    ...first!.reader,
    actor: first!.facts.actor,
    mensaje: first!.facts.mensaje ?? null,
    requests: requests.map((about) => ({ kind: mainOf(about).kind, ...shown(factsOf(about)) })),
    calendar: events.length > 0,
    url: `${origin}/solicitudes`,
  })
  const calendar = events.length === 0 ? {} : { calendar: { method: null, lines: writeCalendars(events) } }
  return { kind: 'notice' as const, ...letter, ...calendar }
}

const shown = ({ titulo, fecha, lugar, motivo }: BatchedMessage['facts']) => ({
  titulo: titulo ?? '',
  fecha,
  lugar,
  motivo,
})

/** Locks the messages that have not gone out yet, and returns them. */
async function lockUnsent(trx: Transaction<Database>, messages: readonly BatchedMessage[]): Promise<BatchedMessage[]> {
  const rows = await trx
    .selectFrom('email')
    .where(
      'id',
      'in',
      messages.map(({ id }) => id),
    )
    .where('status', 'in', ['queued', 'held'])
    .where('attempts', '=', 0)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  const waiting = new Set(rows.map(({ id }) => id))
  return messages.filter(({ id }) => waiting.has(id))
}

async function release(trx: Transaction<Database>, deps: MailDeps, ids: readonly string[]): Promise<void> {
  const at = deps.clock()
  const rows = await trx
    .updateTable('email')
    .set({ next_attempt_at: at })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .returning('id')
    .execute()
  for (const { id } of rows) await enqueueEmail(deps.queue, id, at, trx)
}

/** Merges the messages of a batch to one user into one letter; a single message goes out unchanged. */
async function sendTogether(trx: Transaction<Database>, deps: MailDeps, messages: readonly BatchedMessage[]) {
  const { reader, id_company } = messages[0]!
  const requests = [...Map.groupBy(messages, ({ request }) => request).values()]
  const ids = messages.map(({ id }) => id)
  const requestIds = requests.map(([first]) => first!.request)
  const letter =
    messages.length === 1 ? null : requests.length === 1 ? letterOfOne(messages) : letterOfMany(requests, deps.origin())
  if (letter === null) return await release(trx, deps, ids)
  await trx.deleteFrom('email').where('id', 'in', ids).execute()
  const to = { locale: reader.locale, to: [reader.address], reader: { id: reader.id, about: { requests: requestIds } } }
  await queueEmail(trx, deps, { ...letter, ...to, id_company })
}

/** Sends each user of the office one letter about the whole batch. */
export async function sendNotificationBatch(
  trx: Transaction<Database>,
  deps: MailDeps,
  { messages }: NotificationBatch,
): Promise<void> {
  if (messages.length === 0) return
  const waiting = await lockUnsent(trx, messages)
  // Per company, as each company's managers read only its own messages.
  const people = Map.groupBy(waiting, ({ reader, id_company }) => `${reader.id} ${id_company}`)
  for (const ofOne of people.values()) await sendTogether(trx, deps, ofOne)
}
