import type { Email } from '@foja/contracts/emails'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { recipientsDiffer } from '../recipient-states.ts'
import { EmailRecipients } from './email-recipients.tsx'
import { ServerReply } from './server-reply.tsx'
import { useEmailsTexts } from '../texts/emails.ts'

/** Why an email was not sent; per recipient if they differ. */
export function EmailReason({ email }: { email: Email }) {
  const emails = useEmailsTexts()
  const { until, plural } = useFormat()
  const { status, reason, server_reply: reply, next_attempt_at: next, attempts } = email
  const waits = status === 'queued' && next !== null && attempts > 0
  if (status === 'held') return <p className="text-small text-ink-muted">{emails.heldReason}</p>
  const apart = recipientsDiffer(email)
  if (apart && (status === 'sent' || status === 'cancelled')) return <EmailRecipients email={email} />
  if (reason === null || status === 'sent' || status === 'cancelled') return null
  return (
    <div className="flex flex-col gap-1 text-small">
      {apart ? (
        <EmailRecipients email={email} />
      ) : (
        <p className={status === 'failed' ? 'text-error-ink' : 'text-on-soft-warning'}>{reason}</p>
      )}
      {waits && (
        <p className="text-ink-muted">
          {plural(attempts, emails.attempts)} · {emails.nextAttempt(until(next))}
        </p>
      )}
      {!apart && <ServerReply reply={reply} />}
    </div>
  )
}

/** When the email was sent, or else created. */
export function useEmailTime(): (email: Email) => string {
  const emails = useEmailsTexts()
  const { relative } = useFormat()
  return ({ status, sent_at: sent, created_at: created }) => {
    if (sent !== null) return emails.sentAt(relative(sent))
    return (status === 'cancelled' ? emails.cancelledAt : emails.createdAt)(relative(created))
  }
}
