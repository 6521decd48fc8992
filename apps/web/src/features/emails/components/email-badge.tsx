import type { Email, EmailStatus } from '@foja/contracts/emails'
import { Ban, CircleAlert, CircleCheck, CircleX, Clock, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { reachOf } from '../recipient-states.ts'

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
