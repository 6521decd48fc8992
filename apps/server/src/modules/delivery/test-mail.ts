import { createSmtpMailer } from '@foja/mail/smtp-mailer'
import { MailError } from '@foja/mail/mailer'
import { mailTestLetter } from '@foja/mail/mail-test-letter'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../context.ts'
import { ProblemError } from '../../http/problem.ts'
import { createThrottle } from '../../http/throttle.ts'
import { explainMailTest, type MailTestFailure } from '../../texts/mail-test-texts.ts'
import { findMailServer } from './mail-settings.ts'

/** The person waits in front of the screen. */
const patience = { totalMs: 30_000, idleMs: 10_000 }

const rule = { tries: 10, seconds: 600 }

const words = (error: unknown): string => {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown }
  const own = `${typeof code === 'string' ? code : ''} ${typeof message === 'string' ? message : ''}`
  return cause instanceof Error ? `${own} ${words(cause)}` : own
}

/** A finer code than that of the outbox. */
export function failureOf(error: MailError): MailTestFailure {
  const said = words(error)
  // A server without STARTTLS answers the command like a busy one.
  if (error.code === 'server_busy' && said.includes('ETLS')) return 'tls_failed'
  if (error.code !== 'unreachable') return error.code
  if (/EDNS|ENOTFOUND|EAI_AGAIN/.test(said)) return 'host_not_found'
  return /ECONNREFUSED/.test(said) ? 'refused' : 'unreachable'
}

/** A reply of SMTP; what another service says is not shown. */
const smtpReply = (reply: string | null): string | null =>
  reply !== null && /^\d{3}[ -]/.test(reply) ? reply.slice(0, 500) : null

type Tried = { to: string; failure: MailTestFailure | null; reply: string | null }

/**
 * Sends a message to the caller with the settings in use.
 * @throws ProblemError mail_not_configured, paused
 */
export async function tryTestMail({ db, keys, clock, actor, locale, mailSetup, origin }: Ctx): Promise<Tried> {
  const found = mailSetup.environment ?? (await findMailServer(db, keys))
  if (found === null) throw new ProblemError('mail_not_configured')
  const { allowed, retryAfter } = await createThrottle(db, clock).hit('mail test', actor.id, rule)
  if (!allowed) throw new ProblemError('paused', { retryAfter })
  const { server, from } = found
  const to = actor.email
  const name = mailSetup.name === undefined ? {} : { name: mailSetup.name }
  const letter = mailTestLetter({ locale, nombre: actor.nombre, url: origin() })
  try {
    await createSmtpMailer({ server, ...name, ...patience }).send({
      ...letter,
      id: `${randomUUID()}@${from.address.split('@')[1]}`,
      date: clock(),
      from,
      replyTo: null,
      to: [to],
      cc: [],
      recipients: [to],
      automatic: true,
      calendar: null,
      attachments: [],
      pictures: [],
    })
    return { to, failure: null, reply: null }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { to, failure: failureOf(error), reply: smtpReply(error.reply) }
  }
}

/** The same as the API presents it, with the reason in the caller's language. */
export async function sendTestMail(ctx: Ctx) {
  const { to, failure, reply } = await tryTestMail(ctx)
  const reason = failure === null ? null : explainMailTest(failure, ctx.locale)
  return { to, sent: failure === null, reason, server_reply: reply }
}
