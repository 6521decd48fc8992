import type { Database } from '@foja/db/schema'
import { accountLetter, type AccountLetterKind } from '@foja/mail/account-letter'
import { parseAddress } from '@foja/mail/address'
import { tellTime } from '@foja/mail/times'
import { sql, type Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import { localeOf, type Locale } from '../../../texts/locale.ts'
import { ProblemError } from '../../../http/problem.ts'
import { linkMarkOf, messageZone, queueEmails, type EmailDraft, type MailDeps } from '../../outbox/public.ts'
import { describeUserAgent } from './describe-user-agent.ts'

export type AccountMail = {
  kind: AccountLetterKind
  user: { id: string; email: string; nombre: string; id_company: string | null }
  /** Name of the user's office; null if none. */
  company: string | null
  /** For `invitation` and `reset`. */
  link?: { id: string; expires_at: Date }
  /** The user who did it, if not the account's owner. */
  by?: { id: string; nombre: string } | null
  /** Where the request came from; omitted if it tells the user nothing. */
  origin?: { ip: string | null; userAgent: string | null }
  /** For `email_changed`, which goes to the address of `user`: the new address. */
  newEmail?: string
  /** For `code_used`: how many codes are left. */
  left?: number
  /** For changes of a passkey: its name. For `password_changed`: names of the passkeys that it removed, or empty. */
  passkey?: string
  /** For API keys: the name. */
  key?: string
  locale: Locale
}

/** @throws ProblemError email_address_wrong: the address cannot receive email and the message carries a link */
function draftOf(
  deps: MailDeps,
  { kind, user, company, link, by, origin, newEmail, left, passkey, key, locale }: AccountMail,
): EmailDraft | undefined {
  if (parseAddress(user.email) === null) {
    if (link !== undefined) throw new ProblemError('email_address_wrong', { subject: user.email, field: 'email' })
    return undefined
  }
  const id = randomUUID()
  const zone = messageZone(deps.timeZone, null)
  const letter = accountLetter({
    kind,
    locale,
    nombre: user.nombre,
    company,
    by: by?.nombre ?? null,
    url: link === undefined ? `${deps.origin()}/olvide` : linkMarkOf(id),
    expires: link === undefined ? null : tellTime(link.expires_at, locale, zone),
    when: tellTime(deps.clock(), locale, zone),
    ip: origin?.ip ?? null,
    browser: describeUserAgent(origin?.userAgent),
    ...(newEmail === undefined ? {} : { email: newEmail }),
    ...(left === undefined ? {} : { left }),
    ...(passkey === undefined || passkey === '' ? {} : { passkey }),
    ...(key === undefined ? {} : { key }),
  })
  return {
    id,
    kind: 'account',
    id_company: user.id_company,
    locale,
    to: [user.email],
    ...letter,
    ...(link === undefined ? {} : { id_link: link.id }),
    created_by: kind === 'invitation' ? (by?.id ?? null) : null,
  }
}

/** Returns the users who are admins. Messages about their accounts are visible to admins only, not to an office. */
async function adminsAmong(trx: Transaction<Database>, mails: readonly AccountMail[]): Promise<ReadonlySet<string>> {
  const ids = mails.map(({ user }) => user.id)
  const rows = await trx
    .selectFrom('app_user')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('role', '=', 'admin')
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Queues messages about accounts. A link is stored as a placeholder; its URL is filled in on delivery, if the link is
 * still valid and the account still has that address.
 * @throws ProblemError email_address_wrong: the address cannot receive email and the message carries a link
 */
export async function queueAccountMails(
  trx: Transaction<Database>,
  deps: MailDeps,
  mails: readonly AccountMail[],
): Promise<{ status: 'queued' | 'held' }> {
  const admins = await adminsAmong(trx, mails)
  const drafts = mails.flatMap((mail) => {
    const draft = draftOf(deps, mail)
    if (draft === undefined) return []
    return admins.has(mail.user.id) ? { ...draft, id_company: null } : draft
  })
  await queueEmails(trx, deps, drafts)
  return { status: deps.mail === null || drafts.length === 0 ? 'held' : 'queued' }
}

export const queueAccountMail = async (trx: Transaction<Database>, deps: MailDeps, mail: AccountMail) =>
  await queueAccountMails(trx, deps, [mail])

/** Emails a user about their own account, in their language. */
export const notifyPerson = async (
  trx: Transaction<Database>,
  deps: MailDeps,
  user: AccountMail['user'] & { company: string | null; locale: string },
  notice: Omit<AccountMail, 'user' | 'company' | 'locale'>,
) => await queueAccountMail(trx, deps, { ...notice, user, company: user.company, locale: localeOf(user.locale) })
