import type { Database } from '@foja/db/schema'
import { actLetter, type ActKind } from '@foja/mail/act-letter'
import { appointmentNote, type AppointmentLetter } from '@foja/mail/appointment-letter'
import { writeCalendar, writeCalendars, type CalendarEvent } from '@foja/mail/calendar'
import { noticeLetter } from '@foja/mail/notice-letter'
import type { NoticeFacts, NoticeKind } from '@foja/mail/notice-words'
import type { Transaction } from 'kysely'
import type { Locale } from '../../texts/locale.ts'
import { enqueueEmail, queueEmail, type EmailDraft, type MailDeps } from './queue-email.ts'

/** What one act of somebody writes to a person of the office about one request. */
export type ActMessage = {
  /** The message itself. */
  id: string
  id_company: string | null
  reader: { id: string; address: string; nombre: string; locale: Locale }
  request: string
  kind: ActKind
  facts: Pick<NoticeFacts, 'actor' | 'titulo' | 'fecha' | 'lugar' | 'motivo' | 'mensaje'>
  /** Of a notice of the bell. */
  notice?: { kind: NoticeKind; facts: NoticeFacts; url: string }
  /** Of an appointment; `when`: in words of the reader. */
  appointment?: {
    kind: AppointmentLetter['kind']
    event: CalendarEvent
    draft: Pick<EmailDraft, 'kind' | 'reply_to' | 'created_by'>
    company: string
    when: string
  }
}

/**
 * One act of somebody, which may be upon many requests, each in a transaction of its own. What it writes to people of the
 * office is kept back (`keptBack`) and becomes one letter to each when it is over (`endAct`); should that never come, the
 * messages go out one by one, so that nothing is lost.
 */
export type Act = { messages: ActMessage[] }

export const startAct = (): Act => ({ messages: [] })

const keptBackMs = 60_000

/** Until when the messages of an act wait for its end. */
export const keptBack = ({ clock }: Pick<MailDeps, 'clock'>): Date => new Date(clock().getTime() + keptBackMs)

/** What is told of one request: what the bell says, else what becomes of the appointment. */
const mainOf = (about: readonly ActMessage[]) => about.find(({ notice }) => notice !== undefined) ?? about[0]!

/** The appointment tells its hour and place best; of a notice's, what it does not tell. */
function factsOf(about: readonly ActMessage[]): ActMessage['facts'] {
  const { facts } = mainOf(about)
  const planned = about.find(({ appointment }) => appointment !== undefined)?.facts
  return { ...facts, fecha: planned?.fecha ?? facts.fecha, lugar: planned?.lugar ?? facts.lugar }
}

const eventsOf = (about: readonly ActMessage[]) => about.flatMap(({ appointment }) => appointment?.event ?? [])

/** A notice and the appointment of one request as one letter, with the appointment attached as it was asked. */
function letterOfOne(about: readonly ActMessage[]): Omit<EmailDraft, 'to' | 'locale' | 'id_company'> | null {
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

function letterOfMany(requests: readonly (readonly ActMessage[])[], origin: string) {
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

const shown = ({ titulo, fecha, lugar, motivo }: ActMessage['facts']) => ({
  titulo: titulo ?? '',
  fecha,
  lugar,
  motivo,
})

/** Those that did not go out yet, held until the commit. */
async function holdWaiting(trx: Transaction<Database>, messages: readonly ActMessage[]): Promise<ActMessage[]> {
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

/** What an act wrote to one person becomes one letter; what stands alone goes out as it is. */
async function sendTogether(trx: Transaction<Database>, deps: MailDeps, messages: readonly ActMessage[]) {
  const { reader, id_company } = messages[0]!
  const requests = [...Map.groupBy(messages, ({ request }) => request).values()]
  const ids = messages.map(({ id }) => id)
  const asked = requests.map(([first]) => first!.request)
  const letter =
    messages.length === 1 ? null : requests.length === 1 ? letterOfOne(messages) : letterOfMany(requests, deps.origin())
  if (letter === null) return await release(trx, deps, ids)
  await trx.deleteFrom('email').where('id', 'in', ids).execute()
  const to = { locale: reader.locale, to: [reader.address], reader: { id: reader.id, about: { requests: asked } } }
  await queueEmail(trx, deps, { ...letter, ...to, id_company })
}

/** The act is over: each person of the office gets one letter about all of it. */
export async function endAct(trx: Transaction<Database>, deps: MailDeps, { messages }: Act): Promise<void> {
  if (messages.length === 0) return
  const waiting = await holdWaiting(trx, messages)
  // A company's management reads its letters, and those of no other.
  const people = Map.groupBy(waiting, ({ reader, id_company }) => `${reader.id} ${id_company}`)
  for (const ofOne of people.values()) await sendTogether(trx, deps, ofOne)
}
