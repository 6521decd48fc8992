import type { Database } from '@foja/db/schema'
import { accountLetter, type AccountLetterKind } from '@foja/mail/account-letter'
import { parseAddress } from '@foja/mail/address'
import { tellTime } from '@foja/mail/times'
import { sql, type Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Locale } from '../../../texts/locale.ts'
import { ProblemError } from '../../../http/problem.ts'
import { linkMarkOf, messageZone, queueEmails, type EmailDraft, type MailDeps } from '../../delivery/emails.public.ts'
import { tellBrowser } from './describe-user-agent.ts'

export type AccountMail = {
  kind: AccountLetterKind
  user: { id: string; email: string; nombre: string; id_company: string | null }
  /** Name of the person's office; null: none. */
  company: string | null
  /** Of `invitation` and `reset`. */
  link?: { id: string; expires_at: Date }
  /** Who did it, where that is somebody else. */
  by?: { id: string; nombre: string } | null
  /** From where it was done; left out where that tells the person nothing. */
  origin?: { ip: string | null; userAgent: string | null }
  /** Of `email_changed`, which goes to the address of `user`: the new one. */
  newEmail?: string
  /** Of `code_used`: how many codes are left. */
  left?: number
  locale: Locale
}

/** @throws ProblemError email_address_wrong: mail cannot go to the address, and the message is what carries a link */
function draftOf(
  deps: MailDeps,
  { kind, user, company, link, by, origin, newEmail, left, locale }: AccountMail,
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
    browser: tellBrowser(origin?.userAgent),
    ...(newEmail === undefined ? {} : { email: newEmail }),
    ...(left === undefined ? {} : { left }),
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

/** Which of them administer Foja: what is written of their accounts is for administrators alone, not for an office. */
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
 * Puts messages about accounts into the outbox. Of a link only its mark is in the text: the address is put in when the
 * message goes out, and only while the link is good and the account still has that address.
 * @throws ProblemError email_address_wrong: mail cannot go to the address, and the message is what carries a link
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

/** As `queueAccountMails`, for one. */
export const queueAccountMail = async (trx: Transaction<Database>, deps: MailDeps, mail: AccountMail) =>
  await queueAccountMails(trx, deps, [mail])
