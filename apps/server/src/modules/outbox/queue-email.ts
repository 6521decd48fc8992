import type { EmailKind, EmailStatus } from '@foja/contracts/emails'
import type { About } from '@foja/db/message-tables'
import type { Database } from '@foja/db/schema'
import { currentCause } from '@foja/jobs/request-scope'
import { oneLine, parseAddress, uniqueAddresses } from '@foja/mail/address'
import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { isServiceAddress } from '../../lib/service-address.ts'
import type { Locale } from '../../texts/locale.ts'

/**
 * The time zone (IANA name) of a message: that of the settings, else that of the user who chose the time, as their
 * browser reported it, else that of this computer.
 */
export const messageZone = (setting: string | null, named: string | null): string =>
  setting ?? named ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Placeholder of the secret link in the message with this id. The id is random and created with the message, so users
 * cannot write the placeholder themselves.
 */
export const linkMarkOf = (id: string): string => `{{enlace:${id}}}`

/** Placeholder of the secret code in the message with this id. */
export const codeMarkOf = (id: string): string => `{{codigo:${id}}}`

/** Name of the job that sends one message; its payload is `{ id }`. */
export const emailJob = 'email'

/** Maximum number of other due messages that one job sends besides its own. */
export const perJob = 50

/** Name of the job that finds due messages without a job, for example after a crash. */
export const outboxJob = 'outbox'

/** Name of the job that sends appointment reminders. */
export const remindersJob = 'reminders'

/** Dependencies for putting a message into the outbox. */
export type MailDeps = Pick<AppDeps, 'queue' | 'clock' | 'mail' | 'origin' | 'timeZone'>

/** A message draft; the mark (`linkMarkOf`) in text and html stands for its link. */
export type EmailDraft = {
  /** Needed when the text contains a mark; default: random. */
  id?: string
  kind: EmailKind
  id_company: string | null
  locale: Locale
  to: readonly string[]
  /**
   * The user whom the message is for. It goes to their address at the time of sending, if they may then read `about`
   * (null: no particular content). Default: an external recipient.
   */
  reader?: { id: string; about: About | null }
  cc?: readonly string[]
  /** Reply-To; default: the address that every message is from. */
  reply_to?: string | null
  subject: string
  text: string
  html: string
  delivery?: 'attachment' | 'link'
  id_documento?: string | null
  /** The attached version. */
  version?: number
  /** For `account`: the one-time link that the mark stands for. */
  id_link?: string
  /** For `request`: the recipient whose link the mark stands for. */
  id_recipient?: string
  id_solicitud?: string | null
  /** iCalendar lines of `writeCalendar` or `writeCalendars`. Without a method it is attached as a plain file. */
  calendar?: { method: 'REQUEST' | 'CANCEL' | null; lines: string }
  /** Idempotency key, unique among all messages. */
  key?: string
  created_by?: string | null
  /** Earliest time of sending; default: immediately. */
  notBefore?: Date
}

/** `repeated`: a message with this key existed already and is returned. */
export type QueuedEmail = { id: string; status: EmailStatus; repeated: boolean }

/** Adds the job that sends a message; the job does nothing when the message is not due. */
export async function enqueueEmail(
  queue: AppDeps['queue'],
  id: string,
  at: Date,
  trx?: Transaction<Database>,
  priority = 0,
): Promise<void> {
  // One job per message and time, so that a later time does not delay an earlier one.
  const options = { singletonKey: `${id}@${at.getTime()}`, startAfter: at, priority }
  await queue.enqueue(emailJob, { id }, options, trx)
}

/** Where replies go; those to a service account would be lost. */
const replyTo = ({ reply_to }: EmailDraft) =>
  reply_to == null || isServiceAddress(reply_to) ? null : parseAddress(reply_to)

/** The row of a message. Skips invalid addresses; throws when none is left. */
function rowOf({ mail }: Pick<MailDeps, 'mail'>, draft: EmailDraft, at: Date) {
  const plain = (list: readonly string[]) => list.flatMap((one) => parseAddress(one) ?? [])
  const to = uniqueAddresses(plain(draft.to))
  const cc = uniqueAddresses([...to, ...plain(draft.cc ?? [])]).slice(to.length)
  if (to.length === 0) throw new Error('a message needs a recipient')
  const status: EmailStatus = mail === null ? 'held' : 'queued'
  return {
    id: draft.id ?? randomUUID(),
    id_company: draft.id_company,
    kind: draft.kind,
    status,
    locale: draft.locale,
    recipients: JSON.stringify({ to, cc }),
    id_reader: draft.reader?.id ?? null,
    about: draft.reader?.about == null ? null : JSON.stringify(draft.reader.about),
    reply_to: replyTo(draft),
    subject: oneLine(draft.subject),
    text: draft.text,
    html: draft.html,
    delivery: draft.delivery ?? null,
    id_documento: draft.id_documento ?? null,
    version: draft.version ?? null,
    id_link: draft.id_link ?? null,
    id_recipient: draft.id_recipient ?? null,
    id_solicitud: draft.id_solicitud ?? null,
    calendar: draft.calendar?.lines ?? null,
    calendar_method: draft.calendar?.method ?? null,
    key: draft.key ?? null,
    request_id: currentCause().request,
    created_by: draft.created_by ?? null,
    created_at: at,
    next_attempt_at: status === 'queued' ? (draft.notBefore ?? at) : null,
  }
}

type Outbox = Pick<MailDeps, 'queue' | 'clock' | 'mail'>

/**
 * Puts a message into the outbox in the transaction of its cause. It goes out after the commit, or is held without a
 * mail server. Skips invalid addresses; throws when none is left.
 */
export async function queueEmail(trx: Transaction<Database>, deps: Outbox, draft: EmailDraft): Promise<QueuedEmail> {
  const at = deps.clock()
  const row = await trx
    .insertInto('email')
    .values(rowOf(deps, draft, at))
    .onConflict((conflict) => conflict.column('key').where('key', 'is not', null).doNothing())
    .returning(['id', 'status'])
    .executeTakeFirst()
  if (row === undefined) {
    const known = await trx
      .selectFrom('email')
      .where('key', '=', draft.key!)
      .select(['id', 'status'])
      .executeTakeFirstOrThrow()
    return { ...known, repeated: true }
  }
  // A person waits for a link to their account or for a code: before the hundreds of a convocation.
  const isAwaited = draft.kind === 'account' || draft.text.includes(codeMarkOf(row.id))
  if (row.status === 'queued') await enqueueEmail(deps.queue, row.id, draft.notBefore ?? at, trx, isAwaited ? 1 : 0)
  return { ...row, repeated: false }
}

/** Like `queueEmail`, for up to a few hundred messages without a key. */
export async function queueEmails(
  trx: Transaction<Database>,
  deps: Outbox,
  drafts: readonly EmailDraft[],
): Promise<void> {
  if (drafts.length === 0) return
  const at = deps.clock()
  const rows = drafts.map((draft) => rowOf(deps, draft, at))
  await trx.insertInto('email').values(rows).execute()
  if (deps.mail === null) return
  // Each job also sends other due messages.
  for (let one = 0; one < rows.length; one += perJob) await enqueueEmail(deps.queue, rows[one]!.id, at, trx)
}
