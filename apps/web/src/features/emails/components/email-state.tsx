import type { Email, EmailRecipient, EmailStatus } from '@foja/contracts/emails'
import { Ban, CircleCheck, CircleX, Clock, CircleAlert, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

/** True if the recipients differ in delivery state or reason. */
export function recipientsDiffer({ recipients }: Pick<Email, 'recipients'>): boolean {
  const [first, ...others] = recipients
  return others.some((one) => one.sent !== first?.sent || one.reason !== first.reason)
}

/** How many recipients have the email; null if all or none have it. */
export function reachOf({ recipients }: Pick<Email, 'recipients'>): { reached: number; all: number } | null {
  const reached = recipients.filter(({ sent }) => sent).length
  return reached === 0 || reached === recipients.length ? null : { reached, all: recipients.length }
}

/** The mail server's response, for troubleshooting. */
function ServerReply({ reply }: { reply: string | null }) {
  const emails = useEmailsTexts()
  if (reply === null) return null
  return (
    <details>
      <summary className="touch-target text-ink-muted hover:underline">{emails.serverSaid}</summary>
      <p className="code mt-1 text-meta wrap-anywhere text-ink-muted">{reply}</p>
    </details>
  )
}

const icons = { queued: Clock, held: Clock, sent: CircleCheck, failed: CircleX, cancelled: Ban }
const colors = {
  queued: 'text-ink-muted',
  held: 'text-ink-muted',
  sent: 'text-on-soft-success',
  failed: 'text-error-ink',
  cancelled: 'text-ink-muted',
}

/** Delivery state and reason per recipient; renders nothing if all are alike. */
function EmailRecipients({ email }: { email: Email }) {
  const emails = useEmailsTexts()
  if (!recipientsDiffer(email)) return null
  return (
    <ul aria-label={emails.recipients} className="flex flex-col gap-2 text-small">
      {email.recipients.map((recipient) => (
        <Recipient key={recipient.address} recipient={recipient} status={recipient.sent ? 'sent' : email.status} />
      ))}
    </ul>
  )
}

function Recipient({ recipient, status }: { recipient: EmailRecipient; status: Email['status'] }) {
  const emails = useEmailsTexts()
  const Icon = icons[status]
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${colors[status]}`} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{recipient.address}</span>
          <span className={colors[status]}> · {emails.statuses[status]}</span>
        </p>
        {recipient.reason !== null && <p className="text-ink-muted">{recipient.reason}</p>}
        <ServerReply reply={recipient.server_reply} />
      </div>
    </li>
  )
}

const looks: Record<EmailStatus, { tone: Tone; icon: ReactNode }> = {
  queued: { tone: 'info', icon: <Clock /> },
  held: { tone: 'warning', icon: <Hourglass /> },
  sent: { tone: 'success', icon: <CircleCheck /> },
  failed: { tone: 'error', icon: <CircleX /> },
  cancelled: { tone: 'neutral', icon: <Ban /> },
}

/** The status of an email; if only some recipients have it, how many. */
export function EmailBadge({ email }: { email: Pick<Email, 'status' | 'recipients'> }) {
  const emails = useEmailsTexts()
  const { number } = useFormat()
  const { status } = email
  const { tone, icon } = looks[status]
  const reach = status === 'failed' ? reachOf(email) : null
  if (reach !== null) {
    return (
      <Badge size="sm" variant="warning" icon={<CircleAlert />}>
        {emails.partly(number(reach.reached), number(reach.all))}
      </Badge>
    )
  }
  return (
    <Badge size="sm" variant={tone} icon={icon}>
      {emails.statuses[status]}
    </Badge>
  )
}

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
