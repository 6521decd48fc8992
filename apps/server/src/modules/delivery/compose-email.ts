import { can } from '@foja/contracts/policies'
import { StorageError } from '@foja/storage/errors'
import { parseAddress } from '@foja/mail/address'
import { finishCalendar } from '@foja/mail/calendar'
import { escapeHtml, withLetterhead } from '@foja/mail/letter'
import { MailError, type MailAttachment, type OutgoingMessage } from '@foja/mail/mailer'
import type { AppDeps } from '../../deps.ts'
import { findOpenLink, linkAddress, linkIsSpent, linkToken, maySignIn, selectPeople } from '../identity/public.ts'
import { shareIsOpen, shareToken } from '../documents/public.ts'
import type { EmailReason } from '../../texts/email-reasons.ts'
import { carriedResource } from './email-rules.ts'
import type { StoredEmail } from './email-trail.ts'
import { letterheadOf } from './letterhead.ts'
import { calendarFile } from './appointment-people.ts'
import { codeMarkOf, linkMarkOf } from '../outbox/public.ts'
import { recipientCodeOf, recipientLinkOf } from '../requests/public.ts'
import { recipientMayRead } from './recipient-access.ts'
import { waitingOf } from './recipients.ts'

/** The message cannot be sent, now or later. */
export class EmailUnsendable extends Error {
  readonly reason: EmailReason

  constructor(reason: EmailReason) {
    super(reason)
    this.name = 'EmailUnsendable'
    this.reason = reason
  }
}

/** Requires that the sender of a document is active and may still send it. */
async function requireSender({ db }: AppDeps, email: StoredEmail): Promise<void> {
  if (email.kind !== 'document' || email.created_by === null) return
  const document = await db
    .selectFrom('document')
    .leftJoin('solicitud', 'solicitud.id_solicitud', 'document.id_solicitud')
    .leftJoin('solicitud_main as main', 'main.id_solicitud_main', 'solicitud.id_solicitud_main')
    .where('id_documento', '=', email.id_documento)
    .select((eb) => eb.fn.coalesce('main.created_by', 'document.created_by').as('author'))
    .executeTakeFirst()
  const sender = await selectPeople(db).where('app_user.id', '=', email.created_by).where(maySignIn).executeTakeFirst()
  const may = sender !== undefined && can('document.email', sender, carriedResource(email, document?.author ?? null))
  if (!may) throw new EmailUnsendable('sender_gone')
}

/** Requires that the user whom a message is for may still read its content. */
async function requireReader({ db }: AppDeps, email: StoredEmail): Promise<void> {
  if (!(await recipientMayRead(db, email))) throw new EmailUnsendable('reader_gone')
}

async function attachmentOf({ db, store }: AppDeps, email: StoredEmail): Promise<MailAttachment> {
  const row = await db
    .selectFrom('document_version')
    .innerJoin('document', 'document.id_documento', 'document_version.id_documento')
    .where('document_version.id_documento', '=', email.id_documento)
    .where('document_version.version', '=', email.version)
    .where('document.deleted_at', 'is', null)
    .select(['blob_key', 'document.nombre', 'document.mime'])
    .executeTakeFirst()
  if (row === undefined) throw new EmailUnsendable('document_deleted')
  try {
    return { filename: row.nombre, mime: row.mime, content: await store.get(row.blob_key) }
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') throw new EmailUnsendable('attachment_missing')
    throw new MailError('attachment_unavailable', false, null, error)
  }
}

/** Appointments without a method are attached as a file. */
function calendarFilesOf({ calendar, calendar_method: method }: StoredEmail): MailAttachment[] {
  if (calendar === null || method !== null) return []
  const content = Buffer.from(finishCalendar(calendar, null))
  return [{ filename: calendarFile(method), mime: 'text/calendar; charset=utf-8', content }]
}

/** Returns the one-time link if it is open and the message goes only to its user's current address. */
async function oneTimeLinkOf({ db, keys, origin, clock }: AppDeps, email: StoredEmail): Promise<string | null> {
  if (email.kind !== 'account' || !email.text.includes(linkMarkOf(email.id))) return null
  const link = email.id_link === null ? undefined : await findOpenLink(db, { id: email.id_link }, clock())
  const [to, ...others] = [...email.recipients.to, ...email.recipients.cc]
  const isTheirs = others.length === 0 && to === parseAddress(link?.email ?? '')
  if (link === undefined && (await linkIsSpent(db, email.id_link, to ?? ''))) throw new EmailUnsendable('link_used')
  if (link === undefined || !isTheirs) throw new EmailUnsendable('link_closed')
  return linkAddress(origin(), linkToken(keys, link.id))
}

/** What stands for the mark in a message to a recipient of a request: the link, or the code, if it is open. */
async function recipientSecretOf(deps: AppDeps, email: StoredEmail): Promise<Secret | null> {
  const { id, id_recipient, recipients } = email
  if (id_recipient === null) return null
  const to = [...recipients.to, ...recipients.cc]
  const isCode = email.text.includes(codeMarkOf(id))
  const text = isCode ? await recipientCodeOf(deps, id_recipient, to) : await recipientLinkOf(deps, id_recipient, to)
  if (text === null) throw new EmailUnsendable('link_closed')
  return { mark: isCode ? codeMarkOf(id) : linkMarkOf(id), text }
}

/** What is written into the message only when it is sent, in place of its mark. */
type Secret = { mark: string; text: string }

/** The link or code that the mark in the message stands for; null: it has none. */
async function secretOf(deps: AppDeps, email: StoredEmail): Promise<Secret | null> {
  if (email.kind === 'request' && email.delivery !== 'link') return await recipientSecretOf(deps, email)
  const link = email.delivery === 'link' ? await shareLinkOf(deps, email) : await oneTimeLinkOf(deps, email)
  return link === null ? null : { mark: linkMarkOf(email.id), text: link }
}

async function shareLinkOf({ db, keys, origin, clock }: AppDeps, email: StoredEmail): Promise<string> {
  const document = await db
    .selectFrom('document')
    .where('id_documento', '=', email.id_documento)
    .select('deleted_at')
    .executeTakeFirst()
  if (document?.deleted_at !== null) throw new EmailUnsendable('document_deleted')
  const open = email.id_share !== null && (await shareIsOpen(db, email.id_share, clock()))
  if (!open) throw new EmailUnsendable('link_closed')
  return `${origin()}/compartido?share=${shareToken(keys, email.id_share!)}`
}

/**
 * Composes the message for the recipients who have not received it, with its secret link, attachment and letterhead.
 * @throws EmailUnsendable, MailError (attachment_unavailable)
 */
export async function composeEmail(
  deps: AppDeps,
  from: OutgoingMessage['from'],
  email: StoredEmail,
): Promise<OutgoingMessage> {
  await requireSender(deps, email)
  await requireReader(deps, email)
  const secret = await secretOf(deps, email)
  const letterhead = await letterheadOf(deps, email)
  const attachments = email.delivery === 'attachment' ? [await attachmentOf(deps, email)] : calendarFilesOf(email)
  const { text, html, calendar, calendar_method: method } = email
  const page = letterhead === null ? html : withLetterhead(html, letterhead.head)
  return {
    // The domain is that of the sender (RFC 5322, 3.6.4); the id makes it unique.
    id: `${email.id}@${from.address.split('@')[1]}`,
    date: email.created_at,
    from,
    replyTo: email.reply_to,
    to: email.recipients.to,
    cc: email.recipients.cc,
    recipients: waitingOf(email),
    subject: email.subject,
    text: secret === null ? text : text.replaceAll(secret.mark, () => secret.text),
    html: secret === null ? page : page.replaceAll(secret.mark, () => escapeHtml(secret.text)),
    automatic: email.kind !== 'document',
    calendar: calendar === null || method === null ? null : { method, content: finishCalendar(calendar, from) },
    attachments,
    pictures: letterhead === null ? [] : [letterhead.picture],
  }
}
