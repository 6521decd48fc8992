import type { Email, EmailRecipient } from '@foja/contracts/emails'
import { Ban, CircleCheck, CircleX, Clock } from 'lucide-react'
import { recipientsDiffer } from '../recipient-states.ts'
import { ServerReply } from './server-reply.tsx'
import { useEmailsTexts } from '../texts/emails.ts'

const icons = { queued: Clock, held: Clock, sent: CircleCheck, failed: CircleX, cancelled: Ban }
const colors = {
  queued: 'text-ink-muted',
  held: 'text-ink-muted',
  sent: 'text-on-soft-success',
  failed: 'text-error-ink',
  cancelled: 'text-ink-muted',
}

/** Delivery state and reason per recipient; renders nothing if all are alike. */
export function EmailRecipients({ email }: { email: Email }) {
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
