import type { Database } from '@foja/db/schema'
import type { Transaction } from 'kysely'
import type { MediationStatus } from '@foja/contracts/states'
import type { About } from '@foja/db/message-tables'
import { parseAddress } from '@foja/mail/address'
import { actKinds } from '@foja/mail/act-letter'
import { noticeLetter } from '@foja/mail/notice-letter'
import type { NoticeFacts } from '@foja/mail/notice-words'
import { tellTime } from '@foja/mail/times'
import type { AppDeps } from '../../../deps.ts'
import { type MailDeps, batchedUntil, messageZone, queueEmail } from '../../outbox/public.ts'
import { announceUnread } from '../live/announce.ts'
import type { Notice } from './notice.ts'
import { findRecipients, insertNotifications } from './notifications.queries.ts'
import { localeOf, type Locale } from '../../../texts/locale.ts'
import { statusMediacionWords } from '../../../texts/mediation-words.ts'

/** A user as the recipient of a message. */
export type NoticeReader = { id: string; email: string; nombre: string; locale: string; id_company: string | null }

function factsOf({ actor, data }: Notice, locale: Locale, timeZone: string): NoticeFacts {
  const text = (name: string) => {
    const value = data[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const fecha = text('fecha')
  const at = fecha === null ? null : new Date(fecha)
  const status = text('status')
  const words: Partial<Record<string, string>> = statusMediacionWords[locale]
  return {
    actor: actor?.nombre ?? null,
    titulo: text('titulo'),
    nombre: text('nombre'),
    documentos: typeof data['documentos'] === 'number' ? data['documentos'] : null,
    motivo: text('motivo'),
    mensaje: text('mensaje'),
    fecha: at === null || Number.isNaN(at.getTime()) ? null : tellTime(at, locale, timeZone),
    lugar: text('lugar'),
    status: status === null ? null : (words[status as MediationStatus] ?? status),
    to: text('to'),
  }
}

/** Pages of notices about something of a company, which their `data` names. */
const companyPages: Partial<Record<Notice['kind'], string>> = {
  'webhook.disabled': 'programas',
  'retention.due': 'privacidad',
}

/** The page of a notice: its document, else its request, else a page of the company, the outbox or the home page. */
function pageOf({ kind, id_documento, id_solicitud, data }: Notice, origin: string): string {
  if (id_documento !== null && id_documento !== undefined) return `${origin}/documentos/${id_documento}`
  if (id_solicitud !== null && id_solicitud !== undefined) return `${origin}/solicitudes/${id_solicitud}`
  const page = companyPages[kind]
  if (page !== undefined) return `${origin}/${page}?empresa=${String(data['id_company'])}`
  return kind === 'email.failed' ? `${origin}/correos` : `${origin}/`
}

function aboutOf({ id_documento, id_solicitud }: Notice): About | null {
  if (id_documento !== null && id_documento !== undefined) return { document: id_documento }
  return id_solicitud === null || id_solicitud === undefined ? null : { requests: [id_solicitud] }
}

/**
 * Queues the email of a notice to one user, in their language. As part of a batch, it waits for the batch. Does nothing
 * for an invalid address.
 */
export async function queueNoticeEmail(
  trx: Transaction<Database>,
  deps: MailDeps,
  person: NoticeReader,
  notice: Notice,
): Promise<void> {
  const address = parseAddress(person.email)
  if (address === null) return
  const locale = localeOf(person.locale)
  const facts = factsOf(notice, locale, messageZone(deps.timeZone, notice.timeZone ?? null))
  const url = pageOf(notice, deps.origin())
  const letter = noticeLetter({ kind: notice.kind, locale, nombre: person.nombre, facts, url })
  const { batch, id_solicitud: request } = notice
  const kind = actKinds.find((one) => one === notice.kind)
  const isKept = batch !== undefined && kind !== undefined && request !== null && request !== undefined
  const { id, repeated } = await queueEmail(trx, deps, {
    kind: 'notice',
    id_company: person.id_company,
    locale,
    to: [person.email],
    reader: { id: person.id, about: aboutOf(notice) },
    ...letter,
    id_solicitud: notice.id_solicitud ?? null,
    // No author, so that the acting user cannot read notices to others in the outbox.
    created_by: null,
    ...(notice.key === undefined ? {} : { key: `notice:${person.id}:${notice.key}` }),
    ...(isKept ? { notBefore: batchedUntil(deps) } : {}),
  })
  if (!isKept || repeated) return
  const reader = { id: person.id, address, nombre: person.nombre, locale }
  const content = { kind: notice.kind, facts, url }
  batch.messages.push({ id, id_company: person.id_company, reader, request, kind, facts, notice: content })
}

export type NotifyDeps = Pick<AppDeps, 'bus'> & MailDeps

/**
 * Notifies users within the transaction of the change, so that a rollback undoes it; open screens are updated on
 * commit. With a `key` each user is notified once, however often it is called. With `email` each notified user also
 * gets an email.
 */
export async function notify(trx: Transaction<Database>, deps: NotifyDeps, notice: Notice): Promise<void> {
  const wanted = [...new Set(notice.to)].filter((id) => id !== notice.actor?.id)
  const people = await findRecipients(trx, wanted, notice)
  const recipients = await insertNotifications(
    trx,
    people.map((person) => person.id),
    notice,
    deps.clock(),
  )
  if (recipients.size === 0) return
  if (notice.email === true) {
    for (const person of people) if (recipients.has(person.id)) await queueNoticeEmail(trx, deps, person, notice)
  }
  await announceUnread(trx, deps, [...recipients])
}
