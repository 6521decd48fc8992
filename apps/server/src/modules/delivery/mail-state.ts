import type { Database } from '@foja/db/schema'
import { MailError } from '@foja/mail/mailer'
import { createSmtpMailer } from '@foja/mail/smtp-mailer'
import type { SmtpServer } from '@foja/mail/smtp-url'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { MailSetup } from '../../deps.ts'
import { emailReasons, type EmailReason } from '../../texts/email-reasons.ts'
import type { MailTestFailure } from '../../texts/mail-test-texts.ts'
import { checkMailServer, findMailServer } from './mail-settings.ts'
import { failureOf } from './test-mail.ts'

/** The mail server in use. `locked`: the password of the stored one does not open. */
export async function findMail({
  db,
  keys,
  environment,
}: Pick<Ctx, 'db' | 'keys'> & Pick<MailSetup, 'environment'>): Promise<SmtpServer | 'none' | 'locked'> {
  const found = environment ?? (await findMailServer(db, keys))
  if (found !== null) return found.server
  return (await checkMailServer(db, keys)) === 'locked' ? 'locked' : 'none'
}

/** Connects and signs in without sending anything; returns why that fails, or null. */
export async function pingMail(server: SmtpServer, name: string | undefined, limitMs: number) {
  const patience = { totalMs: limitMs, idleMs: limitMs }
  try {
    await createSmtpMailer({ server, ...(name === undefined ? {} : { name }), ...patience }).ping()
    return null
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return failureOf(error) satisfies MailTestFailure
  }
}

/** Failures of the mail server itself, not of one message or one recipient. */
const ofServer: readonly EmailReason[] = [
  'unreachable',
  'timeout',
  'connection_lost',
  'tls_failed',
  'login_refused',
  'sender_refused',
]

/**
 * Messages that wait or did not go out. `stuck`: the server has refused messages and taken none since: from when, and
 * why.
 */
export type Backlog = {
  waiting: number
  held: number
  failed: number
  stuck: { since: Date; reason: EmailReason } | null
}

/** The number of messages that were not sent, by status. */
export async function countUnsent(db: Kysely<Database>): Promise<Record<'queued' | 'held' | 'failed', number>> {
  const rows = await db
    .selectFrom('email')
    .where('status', 'in', ['queued', 'held', 'failed'])
    .groupBy('status')
    .select(['status', (eb) => eb.fn.countAll<string>().as('count')])
    .execute()
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
  return { queued: 0, held: 0, failed: 0, ...counts }
}

/** `failed`: of the last week. */
export async function findBacklog(db: Kysely<Database>, now: Date): Promise<Backlog> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 3_600_000)
  const counts = await sql<{ waiting: number; held: number; failed: number }>`
    select (count(*) filter (where status = 'queued'))::int as waiting,
      (count(*) filter (where status = 'held'))::int as held,
      (count(*) filter (where status = 'failed' and created_at > ${weekAgo}))::int as failed
    from email where status in ('queued', 'held', 'failed')`.execute(db)
  const { rows } = await sql<{ created_at: Date; reason: string }>`
    select created_at, reason from email
    where status in ('queued', 'failed') and reason in (${sql.join(ofServer)}) and created_at > ${weekAgo}
      and created_at > coalesce((select max(sent_at) from email where status = 'sent'), '-infinity')
    order by created_at limit 1`.execute(db)
  const first = rows[0]
  const reason = emailReasons.find((one) => one === first?.reason)
  const stuck = first === undefined || reason === undefined ? null : { since: first.created_at, reason }
  return { ...counts.rows[0]!, stuck }
}
