import { useQuery } from '@tanstack/react-query'
import { useEmailsTexts } from '../texts/emails.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../lib/router/paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { mailStateQuery } from '../api/mail-state.ts'

/** Warns where an email is announced but the server cannot send one. */
export function MailNotice({ seesOutbox }: { seesOutbox: boolean }) {
  const emails = useEmailsTexts()
  const { data } = useQuery(mailStateQuery)
  if (data?.configured !== false) return null
  // Users who cannot fix the setup get information instead of a warning.
  if (!seesOutbox) return <p className="text-small text-ink-muted">{emails.notConfiguredText}</p>
  return (
    <Alert
      variant="warning"
      title={emails.notConfiguredTitle}
      action={<AppLink to={paths.outbox()}>{emails.seeOutbox}</AppLink>}
    >
      {emails.notConfiguredText}
    </Alert>
  )
}
