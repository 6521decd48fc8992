import type { Email } from '@foja/contracts/emails'
import { useQuery } from '@tanstack/react-query'
import { Mail, Send } from 'lucide-react'
import { useFormat } from '../../../lib/texts/texts.tsx'
import { useEmailsTexts } from '../texts/emails.ts'
import { LoadFailed, Stale } from '../../../shared/load-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { emailsQuery } from '../api/emails.ts'
import { recipientsDiffer, EmailBadge, EmailReason, useEmailTime } from './email-state.tsx'
import { EmailActions } from './email-actions.tsx'
import { MailNotice } from './mail-notice.tsx'

type Props = { idDocumento: string; onSend: () => void; seesOutbox: boolean }

/** The emails of a document and their status. */
export function EmailsPanel({ idDocumento, onSend, seesOutbox }: Props) {
  const emails = useEmailsTexts()
  const { data, isLoadingError, isRefetchError, error, refetch } = useQuery(emailsQuery(idDocumento))
  if (isLoadingError) return <LoadFailed error={error} onRetry={() => void refetch()} level={3} />
  if (data === undefined) return <SkeletonList rows={2} className="-mx-5" />
  const send = (
    <Button icon={<Send />} onClick={onSend}>
      {emails.newEmail}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {isRefetchError && <Stale className="" onRetry={() => void refetch()} />}
      <MailNotice seesOutbox={seesOutbox} />
      {data.length === 0 ? (
        <EmptyState icon={<Mail />} title={emails.listEmpty} level={3} action={send} className="px-0!">
          {emails.listEmptyText}
        </EmptyState>
      ) : (
        <>
          {send}
          <ul className="flex flex-col divide-y divide-line">
            {data.map((email) => (
              <EmailRow key={email.id_envio} email={email} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function EmailRow({ email }: { email: Email }) {
  const emails = useEmailsTexts()
  const { plural } = useFormat()
  const time = useEmailTime()
  const who = recipientsDiffer(email)
    ? plural(email.recipients.length, emails.recipientCount)
    : [...email.to, ...email.cc].join(', ')
  const facts = [
    time(email),
    ...(email.created_by === null ? [] : [emails.by(email.created_by.nombre)]),
    ...(email.as === null ? [] : [email.as === 'link' ? emails.asLink : emails.asAttachment]),
  ]
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 font-medium wrap-anywhere">{who}</p>
        <EmailBadge email={email} />
      </div>
      <p className="text-small text-ink-muted">{facts.join(' · ')}</p>
      <EmailReason email={email} />
      <EmailActions email={email} />
    </li>
  )
}
